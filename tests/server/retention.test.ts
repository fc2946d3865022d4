import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../contract/time.ts'
import { createLeadership } from '../../server/database/leadership.ts'
import type { Db } from '../../server/database/pool.ts'
import { deleteAuctions, inBatches, keepTerms } from '../../server/retention/auctionRetention.ts'
import { applyRetention, startRetention } from '../../server/retention/retention.ts'
import { startRecentAuctions } from '../../server/search/recentAuctions.ts'
import { newId } from '../../server/store/ids.ts'
import { saveMatches } from '../../server/store/matches.ts'
import { endedBefore, listAuctionsOf, unseenSince } from '../../server/store/retention.ts'
import { NOW } from '../notifications/support.ts'
import { handMovedClock } from '../support/clock.ts'
import { awaitReadableLog, openTestPool } from '../support/database.ts'
import { eventually } from '../support/server.ts'

const log = pino({ level: 'silent' })
const KEEP = { auctionsMs: 90 * DAY_MS, alertsMs: 180 * DAY_MS, statisticsMs: 400 * DAY_MS, filterReportsMs: 400 * DAY_MS }
const FOREVER = { auctionsMs: undefined, alertsMs: undefined, statisticsMs: undefined, filterReportsMs: undefined }
const never = new AbortController().signal
const ago = (days: number) => new Date(NOW.getTime() - days * DAY_MS)

type AuctionState = {
  marketplace?: string
  status?: 'active' | 'ended' | 'gone'
  endsAt?: Date | null
  revisedAt?: Date | null
  firstSeenAt?: Date
  lastSeenAt?: Date
}

async function saveAuction(db: Db, externalId: string, state: AuctionState = {}): Promise<string> {
  const { marketplace = 'lots', status = 'ended', endsAt = null, revisedAt = null } = state
  const { firstSeenAt = ago(300), lastSeenAt = firstSeenAt } = state
  const id = newId()
  await sql`
    insert into auction (id, marketplace, external_id, listing, status, ends_at, end_revised_at, first_seen_at, last_seen_at)
    values (${id}, ${marketplace}, ${externalId}, ${JSON.stringify({ title: externalId, marketplace, buyingOptions: [] })},
      ${status}, ${endsAt}, ${revisedAt}, ${firstSeenAt}, ${lastSeenAt})`.execute(db)
  await sql`insert into price_point (auction_id, at, amount, currency) values (${id}, ${firstSeenAt}, 100, 'EUR')`.execute(db)
  return id
}

async function saveUser(db: Db): Promise<string> {
  const id = newId()
  await sql`insert into user_account (id, identity, is_anonymous) values (${id}, ${id}, false)`.execute(db)
  return id
}

/** A match with everything that belongs to one. */
async function saveMatch(db: Db, userId: string, auctionId: string, state = 'new'): Promise<string> {
  const [id, filterId] = [newId(), newId()]
  await sql`insert into filter (id, user_id, criteria, enabled) values (${filterId}, ${userId}, '{}', true)`.execute(db)
  await sql`insert into match (id, user_id, auction_id, state, matched_at, highlights, flags)
    values (${id}, ${userId}, ${auctionId}, ${state}, ${NOW}, '[]', '[]')`.execute(db)
  await sql`insert into match_filter (match_id, filter_id, matched_at) values (${id}, ${filterId}, ${NOW})`.execute(db)
  await sql`insert into match_event (match_id, kind, occurrence, at) values (${id}, 'newMatch', '', ${NOW})`.execute(db)
  await sql`insert into reminder (match_id, minutes, due_at) values (${id}, 60, ${NOW})`.execute(db)
  await saveDelivery(db, userId, id)
  return id
}

async function saveDelivery(db: Db, userId: string, matchId: string, queuedAt = NOW, status = 'accepted'): Promise<string> {
  const id = newId()
  await sql`
    insert into delivery (id, user_id, match_id, filter_ids, event, occurrence, channel, target, target_label, status, queued_at,
      due_at, expires_at)
    values (${id}, ${userId}, ${matchId}, '{}', 'newMatch', ${id}, 'email', 'a', '', ${status}, ${queuedAt}, ${NOW}, ${NOW})`.execute(
    db,
  )
  await sql`insert into delivery_attempt (delivery_id, at, status, ms, detail) values (${id}, ${NOW}, 'accepted', 1, '')`.execute(
    db,
  )
  return id
}

async function start() {
  const { db, url } = await openTestPool()
  const clock = handMovedClock(NOW)
  const apply = (keep: typeof KEEP | typeof FOREVER = KEEP, signal = never) => applyRetention({ db, clock, log, keep }, signal)
  return { db, url, clock, apply }
}

const count = async (db: Db, table: string) => {
  const { rows } = await sql<{ count: number }>`select count(*) from ${sql.table(table)}`.execute(db)
  return rows[0]?.count
}
const auctionsOf = async (db: Db) =>
  (await db.selectFrom('auction').select('externalId').orderBy('externalId').execute()).map(({ externalId }) => externalId)

const BELONGING = ['price_point', 'match', 'match_filter', 'match_event', 'reminder', 'delivery', 'delivery_attempt']

test('an auction is deleted 90 days after its end, with all that belongs to it', async () => {
  const { db, apply } = await start()
  const userId = await saveUser(db)
  await saveMatch(db, userId, await saveAuction(db, 'old', { endsAt: ago(91) }))
  await saveMatch(db, userId, await saveAuction(db, 'young', { endsAt: ago(89) }))
  await apply()
  expect(await auctionsOf(db)).toEqual(['young'])
  for (const table of BELONGING) expect([table, await count(db, table)]).toEqual([table, 1])
})

test('the end is that of the auction, or its disappearance, or the last poll that showed it', async () => {
  const { db, apply } = await start()
  await saveAuction(db, 'ended', { endsAt: ago(91), revisedAt: ago(91) })
  await saveAuction(db, 'gone before its end', { status: 'gone', endsAt: ago(-30), revisedAt: ago(91) })
  await saveAuction(db, 'gone without an end', { status: 'gone', revisedAt: ago(91) })
  await saveAuction(db, 'never seen again', { status: 'active', lastSeenAt: ago(91) })
  await saveAuction(db, 'gone lately', { status: 'gone', endsAt: ago(-30), revisedAt: ago(89) })
  await saveAuction(db, 'on sale', { status: 'active', lastSeenAt: ago(1) })
  await saveAuction(db, 'runs long', { status: 'active', endsAt: ago(-30), lastSeenAt: ago(91) })
  await apply()
  expect(await auctionsOf(db)).toEqual(['gone lately', 'on sale', 'runs long'])
})

test('a saved match keeps its auction and its prices, but not the matches of other users', async () => {
  const { db, apply } = await start()
  const [a, b] = [await saveUser(db), await saveUser(db)]
  const auctionId = await saveAuction(db, 'saved', { endsAt: ago(91) })
  const saved = await saveMatch(db, a, auctionId, 'saved')
  await saveMatch(db, b, auctionId, 'seen')
  await apply()
  expect(await auctionsOf(db)).toEqual(['saved'])
  expect(await db.selectFrom('match').select('id').execute()).toEqual([{ id: saved }])
  for (const table of BELONGING) expect([table, await count(db, table)]).toEqual([table, 1])
})

test('auctions that stay are passed, page after page', async () => {
  const { db, clock } = await start()
  await sql`
    insert into auction (id, marketplace, external_id, listing, status, ends_at)
    select gen_random_uuid(), 'lots', number, '{}', 'ended', ${ago(91)} from generate_series(1, 450) as number`.execute(db)
  await sql`
    insert into match (id, user_id, auction_id, state, matched_at, highlights, flags)
    select gen_random_uuid(), ${await saveUser(db)}, id, 'saved', now(), '[]', '[]' from auction
    where external_id::integer <= 440`.execute(db)
  expect(await deleteAuctions(db, clock, endedBefore(ago(90)), never)).toBe(10)
  expect(await count(db, 'auction')).toBe(440)
})

test('matches of one auction are deleted in batches', async () => {
  const { db, clock } = await start()
  const auctionId = await saveAuction(db, 'popular', { endsAt: ago(91) })
  await sql`
    insert into user_account (id, identity, is_anonymous)
    select gen_random_uuid(), number, true from generate_series(1, 2500) as number`.execute(db)
  await sql`
    insert into match (id, user_id, auction_id, matched_at, highlights, flags)
    select gen_random_uuid(), id, ${auctionId}, now(), '[]', '[]' from user_account`.execute(db)
  expect(await deleteAuctions(db, clock, endedBefore(ago(90)), never)).toBe(1)
  expect(await count(db, 'match')).toBe(0)
})

test('alerts are deleted after 180 days with their attempts, unless they are still to be sent', async () => {
  const { db, apply } = await start()
  const userId = await saveUser(db)
  const matchId = await saveMatch(db, userId, await saveAuction(db, 'on sale', { status: 'active', endsAt: ago(-1) }))
  await db.deleteFrom('delivery').execute()
  await saveDelivery(db, userId, matchId, ago(181))
  const kept = [await saveDelivery(db, userId, matchId, ago(181), 'held'), await saveDelivery(db, userId, matchId, ago(179))]
  await apply()
  const rows = await db.selectFrom('delivery').select('id').orderBy('id').execute()
  expect(rows.map(({ id }) => id)).toEqual(kept)
  expect(await count(db, 'deliveryAttempt')).toBe(2)
})

test('every other table that grows loses its old rows, and no others', async () => {
  const { db, apply } = await start()
  const userId = await saveUser(db)
  const old: Record<string, ReturnType<typeof sql>> = {
    poll_day: sql`(marketplace, day, polls) values ('a', ${ago(402)}, 1), ('a', ${ago(399)}, 1)`,
    user_search: sql`(user_id, month, searches) values (${userId}, '2025-09-01', 1), (${userId}, '2025-11-01', 1)`,
    filter_report: sql`(id, user_id, filter_id, reason, created_at)
      values (${newId()}, ${userId}, ${newId()}, 'spam', ${ago(401)}), (${newId()}, ${userId}, ${newId()}, 'spam', ${ago(399)})`,
    user_event: sql`(user_id, kind, subject, at)
      values (${userId}, 'match', ${newId()}, ${ago(3)}), (${userId}, 'match', ${newId()}, ${ago(1)})`,
    auction_event: sql`(auction_id, kind, at) values (${newId()}, 'ended', ${ago(3)}), (${newId()}, 'ended', ${ago(1)})`,
    filter_change: sql`(filter_id, at) values (${newId()}, ${ago(3)}), (${newId()}, ${ago(1)})`,
    poll_gap: sql`(marketplace, key, from_at, to_at) values ('a', 'a', ${ago(92)}, ${ago(91)}), ('a', 'a', ${ago(92)}, ${ago(89)})`,
    idempotency_key: sql`(user_id, key, request_hash, created_at)
      values (${userId}, ${newId()}, '', ${ago(8)}), (${userId}, ${newId()}, '', ${ago(6)})`,
    rate_limit: sql`(key, used, ends_at) values ('a', 1, ${ago(1)}), ('b', 1, ${ago(-1)})`,
    session: sql`(id, user_id, token_hash, device, expires_at)
      values (${newId()}, ${userId}, 'a', '', ${ago(1)}), (${newId()}, ${userId}, 'b', '', ${ago(-1)})`,
    ended_sign_in: sql`(user_id, signed_in_at, ended_at)
      values (${userId}, ${ago(500)}, ${ago(401)}), (${userId}, ${ago(501)}, ${ago(399)})`,
    erased_identity: sql`(identity_hash, erased_at) values ('a', ${ago(401)}), ('b', ${ago(399)})`,
    device: sql`(id, user_id, device_key, kind, address, user_agent, dead_at)
      values (${newId()}, ${userId}, 'a', 'fcm', 'a', '', ${ago(31)}), (${newId()}, ${userId}, 'b', 'fcm', 'b', '', ${ago(29)})`,
  }
  for (const [table, rows] of Object.entries(old)) await sql`insert into ${sql.table(table)} ${rows}`.execute(db)
  // The only reader of the logs has passed everything.
  await sql`insert into log_cursor (reader, xid, id) values ('matcher', '999999999', 0)`.execute(db)
  await apply()
  for (const table of Object.keys(old)) expect([table, await count(db, table)]).toEqual([table, 1])
})

test('without a limit nothing is deleted', async () => {
  const { db, apply } = await start()
  const userId = await saveUser(db)
  const matchId = await saveMatch(db, userId, await saveAuction(db, 'old', { endsAt: ago(9000) }))
  await saveDelivery(db, userId, matchId, ago(9000))
  await sql`insert into poll_day (marketplace, day, polls) values ('a', ${ago(9000)}, 1)`.execute(db)
  await apply(FOREVER)
  expect([await count(db, 'auction'), await count(db, 'delivery'), await count(db, 'poll_day')]).toEqual([1, 2, 1])
})

test('deleting is interrupted between two batches, and takes pauses as long as the batches', async () => {
  const stopping = new AbortController()
  let batches = 0
  const startedAt = performance.now()
  await inBatches(stopping.signal, async () => {
    await new Promise((resolve) => setTimeout(resolve, 20))
    if (++batches === 3) stopping.abort()
    return true
  })
  expect(batches).toBe(3)
  expect(performance.now() - startedAt).toBeGreaterThan(95)
})

test('one process deletes, and another one takes over when it ends', async () => {
  const { db, url, clock } = await start()
  const startOne = () =>
    startRetention({ db, clock, log, leadership: createLeadership(url, 'retention', log), connectors: [], keep: KEEP })
  const holders = async () => {
    const { rows } = await sql`select from pg_stat_activity where datname = current_database()
      and application_name = 'lotwatch retention'`.execute(db)
    return rows.length
  }
  await saveAuction(db, 'old', { endsAt: ago(91) })
  const first = startOne()
  await eventually(async () => (await auctionsOf(db)).length === 0, 'the first run')
  const second = startOne()
  await saveAuction(db, 'old', { endsAt: ago(91) })
  await first.stop()
  await second.stop()
  expect(await auctionsOf(db)).toEqual(['old'])
  const third = startOne()
  await eventually(async () => (await auctionsOf(db)).length === 0, 'the takeover')
  expect(await holders()).toBe(1)
  await third.stop()
})

const LIMITED = { id: 'lots', terms: { maxAgeSeconds: (10 * HOUR_MS) / 1000, ownSection: false, source: 'test' } }
const UNLIMITED = { id: 'others', terms: { ownSection: false, source: 'test' } }

test('listings are deleted before they exceed the maximum age of their marketplace, saved ones too', async () => {
  const { db, clock } = await start()
  const seen = (hours: number) => ({ status: 'active' as const, lastSeenAt: new Date(NOW.getTime() - hours * HOUR_MS) })
  const userId = await saveUser(db)
  await saveMatch(db, userId, await saveAuction(db, 'old', seen(9.1)), 'saved')
  await saveMatch(db, userId, await saveAuction(db, 'young', seen(8.9)), 'saved')
  await saveMatch(db, userId, await saveAuction(db, 'elsewhere', { ...seen(1000), marketplace: 'others' }))
  const terms = { db, clock, log, connectors: [LIMITED, UNLIMITED] }
  await keepTerms(terms, never)
  expect(await auctionsOf(db)).toEqual(['elsewhere', 'young'])
  clock.move(12 * MINUTE_MS)
  await keepTerms(terms, never)
  expect(await auctionsOf(db)).toEqual(['elsewhere'])
})

test('an auction deleted while it is matched leaves no match, and no error', async () => {
  const { db } = await start()
  const userId = await saveUser(db)
  const filterId = newId()
  await sql`insert into filter (id, user_id, criteria, enabled) values (${filterId}, ${userId}, '{}', true)`.execute(db)
  const draft = (auctionId: string) => ({ userId, auctionId, filterIds: [filterId], highlights: [], flags: [] })
  const stored = await saveAuction(db, 'stored')
  const saved = await db.transaction().execute((tx) => saveMatches(tx, [draft(newId()), draft(stored)], NOW))
  expect(saved.map(({ auctionId }) => auctionId)).toEqual([stored])
})

test('deleted auctions leave the list that previews search', async () => {
  const { db, clock } = await start()
  await saveAuction(db, 'kept', { status: 'active', firstSeenAt: ago(1) })
  const recent = startRecentAuctions({ db, clock, log })
  onTestFinished(() => recent.stop())
  await saveAuction(db, 'deleted', { status: 'ended', firstSeenAt: ago(2), endsAt: ago(1) })
  await sql`insert into auction_event (auction_id, kind) select id, 'listed' from auction`.execute(db)
  await awaitReadableLog(db)
  expect((await recent.current()).auctions).toHaveLength(2)
  expect(await deleteAuctions(db, clock, endedBefore(ago(0.5)), never)).toBe(1)
  await awaitReadableLog(db)
  const [kept, ...others] = (await recent.current()).auctions
  const stored = await db.selectFrom('auction').select('id').execute()
  expect([kept?.id, others]).toEqual([stored[0]?.id, []])
})

const MANY = 100_000

test('among 100,000 auctions, those to be deleted are found by index', async () => {
  const { db } = await start()
  await sql`
    insert into auction (id, marketplace, external_id, listing, status, ends_at, first_seen_at, last_seen_at)
    select gen_random_uuid(), 'lots', number, '{}', case when number % 2 = 0 then 'ended' else 'active' end,
      case when number % 5 > 0 then ${NOW}::timestamptz - number * interval '2 minutes' end,
      ${NOW}::timestamptz - number * interval '2 minutes', ${NOW}::timestamptz - number * interval '1 minute'
    from generate_series(1, ${MANY}) as number`.execute(db)
  await sql`analyze auction`.execute(db)
  const queries: string[] = []
  for (const rule of [endedBefore(ago(90)), unseenSince(ago(90))]) {
    const place = { id: newId(), keys: [ago(139).toISOString(), newId()] }
    queries.push(await explain(db, (traced) => listAuctionsOf(traced, rule, place, 200)))
  }
  expect(queries[0]).toContain('auction_ended_at_id_idx')
  expect(queries[1]).toContain('auction_first_seen_at_id_idx')
  for (const plan of queries) expect(plan).not.toMatch(/Seq Scan/)
})

/** The plan of the statement that a function of the store executes. */
async function explain(db: Db, run: (db: Db) => Promise<unknown>): Promise<string> {
  let plan = ''
  const traced = db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => result,
  })
  const executor = traced.getExecutor()
  const execute = executor.executeQuery.bind(executor)
  executor.executeQuery = async (query) => {
    const { rows } = await execute({ ...query, sql: `explain ${query.sql}` })
    plan = rows.map((row) => Object.values(row as object)[0]).join('\n')
    return { rows: [] }
  }
  await run(traced)
  return plan
}
