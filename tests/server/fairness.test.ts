import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import type { Lane } from '../../server/database/schema.ts'
import { BACKLOG_RANK } from '../../server/notifications/delivery/lanes.ts'
import { createSenderPools } from '../../server/notifications/delivery/senderPools.ts'
import { finish } from '../../server/store/deliveries.ts'
import type { Claim } from '../../server/store/deliveryQueue.ts'
import { openTestPool } from '../support/database.ts'
import { eventually } from '../support/server.ts'

const BACKLOG = 400
const MINUTE_MS = 60_000
const LOG = pino({ level: 'silent' })

type Draft = { count?: number; userId?: string; lane?: Lane; rank?: (index: number) => number; dueAt?: Date }

/** Due deliveries in the database, and the order in which the sender pools send them. */
async function start() {
  const { db } = await openTestPool()
  const auctionId = randomUUID()
  await sql`insert into auction (id, marketplace, external_id, listing, status)
    values (${auctionId}, 'lots', 'lot', '{}', 'active')`.execute(db)
  const pools = createSenderPools({
    ...{ dbOf: () => db, log: LOG, process: () => 'of the tests' },
    clock: { now: () => new Date() },
  })
  onTestFinished(() => pools.stop())

  async function addUser(): Promise<string> {
    const id = randomUUID()
    await sql`insert into user_account (id, identity, is_anonymous) values (${id}, ${id}, true)`.execute(db)
    return id
  }

  /** Deliveries by push, each of a user of its own unless one is given; returns their ids. */
  async function plan({ count = 1, userId, lane = 'now', rank = () => 0, dueAt }: Draft = {}): Promise<string[]> {
    const ids: string[] = []
    const owner = userId ?? ''
    const matchOf = new Map<string, string>()
    for (let index = 0; index < count; index++) {
      const user = owner || (await addUser())
      const matchId = matchOf.get(user) ?? randomUUID()
      if (!matchOf.has(user))
        await sql`insert into match (id, user_id, auction_id, matched_at, highlights, flags)
          values (${matchId}, ${user}, ${auctionId}, now(), '[]', '[]')`.execute(db)
      matchOf.set(user, matchId)
      const id = randomUUID()
      ids.push(id)
      const due = dueAt ?? new Date(Date.now() - 1000)
      const expiresAt = new Date(Date.now() + 60 * MINUTE_MS)
      await sql`
        insert into delivery (id, user_id, match_id, filter_ids, event, occurrence, channel, target, target_label, status, queued_at,
          due_at, expires_at, lane, rank)
        values (${id}, ${user}, ${matchId}, '{}', 'newMatch', ${id}, 'webPush', 'device', '', 'waiting', ${due}, ${due},
          ${expiresAt}, ${lane}, ${rank(index)})`.execute(db)
    }
    return ids
  }

  const accept = ({ claim, rows }: Claim) =>
    db.transaction().execute((tx) =>
      finish(
        tx,
        'accept',
        rows.map(({ id }) => id),
        { claim, at: new Date() },
      ),
    )

  async function sendAll(count: number): Promise<string[]> {
    const order: string[] = []
    pools.start(async (claim) => {
      order.push(...claim.rows.map(({ id }) => id))
      await accept(claim)
    })
    await eventually(async () => order.length === count, 'all deliveries')
    return order
  }
  return { pools, addUser, plan, accept, sendAll }
}

test('users with large backlogs rank behind others', async () => {
  const { addUser, plan, sendAll } = await start()
  const userId = await addUser()
  await plan({ count: BACKLOG, userId, rank: (index) => index })
  const [other = ''] = await plan()
  const order = await sendAll(BACKLOG + 1)
  // The noisy user's first few rank equally, and as many as are claimed at a time may be under way.
  expect(order.indexOf(other)).toBeLessThan(60)
})

test('retries do not wait for the backlog of an unreachable provider', async () => {
  const { plan, sendAll } = await start()
  await plan({ count: BACKLOG, lane: 'later', rank: () => BACKLOG_RANK })
  const [refused = ''] = await plan({ lane: 'later' })
  const order = await sendAll(BACKLOG + 1)
  expect(order.indexOf(refused)).toBeLessThan(60)
})

test("one user's slow sends leave most slots to others", async () => {
  const { pools, addUser, plan, accept } = await start()
  const noisy = new Set(await plan({ count: 100, userId: await addUser() }))
  const others = await plan({ count: 50 })
  const stuck = Promise.withResolvers<void>()
  const slow = new Set<string>()
  const sent = new Set<string>()
  pools.start(async (claim) => {
    const [{ id } = { id: '' }] = claim.rows
    if (noisy.has(id)) {
      slow.add(id)
      await stuck.promise
    } else sent.add(id)
    await accept(claim)
  })
  await eventually(async () => sent.size === others.length, 'the sends of the others')
  // An eighth of 64.
  expect(slow.size).toBe(8)
  stuck.resolve()
  await eventually(async () => slow.size === 100, 'the rest')
})

test('immediate alerts overtake retries and batches, however many are stuck', async () => {
  const { pools, plan, accept } = await start()
  // Due long before, and of users with nothing else to come.
  await plan({ count: BACKLOG, lane: 'later', dueAt: new Date(Date.now() - MINUTE_MS) })
  const alerts = new Set(await plan({ count: 100, rank: (index) => index }))
  const stuck = Promise.withResolvers<void>()
  const sent = new Set<string>()
  pools.start(async (claim) => {
    const [{ id } = { id: '' }] = claim.rows
    if (!alerts.has(id)) await stuck.promise
    sent.add(id)
    await accept(claim)
  })
  await eventually(async () => sent.size === alerts.size, 'all alerts')
  expect(sent).toEqual(alerts)
  stuck.resolve()
  await eventually(async () => sent.size === alerts.size + BACKLOG, 'the rest')
})
