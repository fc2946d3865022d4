import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import type { Listing } from '../../contract/auction.ts'
import type { Filter } from '../../contract/filter.ts'
import { DEFAULT_NOTIFICATION_SETTINGS } from '../../contract/notifications.ts'
import { startEmbeddedPostgres } from '../../server/database/embedded.ts'
import { migrate } from '../../server/database/migrate.ts'
import { type Db, openPool } from '../../server/database/pool.ts'
import { newId } from '../../server/store/ids.ts'
import { aBrowser } from '../../tests/support/pushService.ts'
import { indexWords, passLog, storeAuctions } from '../api/world.ts'
import type { Workload } from '../matching/workload.ts'
import { type Cost, costOf, nextMessage, startProgram, stopProgram } from '../process/parent.ts'
import { MARKETPLACE, type Options } from './options.ts'
import type { SinkOrder } from './sink.ts'
import { FILTERS_PER_USER } from './stream.ts'

const BATCH = 5000
/** Words that only occur in the lots of an outage and of the noisy user. */
export const OUTAGE_WORD = 'outagelot'
export const NOISE_WORD = 'noisylot'
export const LOTS_PER_OUTAGE = 10
/** How many users with a device at service `a`, except the noisy one, the outage needs. */
export const outageUsersOf = (users: number, due: number) =>
  Array.from({ length: users }, (_, user) => user)
    .filter((user) => user % 2 === 0 && user > 0)
    .slice(0, Math.ceil(due / LOTS_PER_OUTAGE))
const log = pino({ level: 'error' })

/** Times in ms since 1970. */
export type Delivered = {
  externalId: string
  user: number
  queuedAt: number
  claimedAt: number | null
  acceptedAt: number | null
}

export type World = {
  /** How many filters the matcher loaded at its start, and how long it took. */
  readonly matching: { readonly filters: number; readonly ms: number }
  list(listings: readonly Listing[]): void
  beSink(order: Omit<SinkOrder, 'kind'>): void
  cost(): Promise<Cost>
  /** The deliveries of these lots. */
  delivered(prefix: string): Promise<Delivered[]>
  /** The number of deliveries of these lots, and how many are still open. */
  counts(prefix: string): Promise<{ all: number; open: number }>
  /** The number of open deliveries. */
  waiting(): Promise<number>
  /** Auctions that the matcher has yet to process, plus the lots with this prefix that are not stored yet. */
  unmatched(prefix: string, listed: number): Promise<number>
  stop(): Promise<void>
}

/** SQL condition for the lots with this prefix; uses an index, because a million others may be stored. */
const isListed = (prefix: string) => sql`marketplace = ${MARKETPLACE} and external_id like ${`${prefix}-%`}`

/** Starts a database with users and filters in a temporary folder, the whole server on it, and two push services. */
export async function makeWorld(
  options: Options,
  workload: Workload,
  filters: readonly Filter[],
  say: (what: string) => void,
): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'lotwatch-bench-'))
  const dataDir = join(folder, 'data')
  mkdirSync(dataDir)
  const postgres = await startEmbeddedPostgres(folder)
  const pool = openPool(postgres.url, log)
  const { db } = pool
  await migrate(db)
  const sink = await startProgram(join(import.meta.dirname, 'sink.ts'))
  const origins = sink.address.split(',')
  say(`storing ${filters.length} filters`)
  await storeUsers(db, filters, origins, options)
  if (options.stored > 0) {
    say(`storing ${options.stored} auctions and the index of their words`)
    await storeAuctions(db, workload, options.stored)
    await indexWords(db, postgres.url, options.stored)
    // The stored auctions must not be matched as new.
    await passLog(db, 'matcher')
  }
  await sql`vacuum analyze`.execute(db)
  say('starting the server')
  const file = join(import.meta.dirname, 'server.ts')
  const started = startProgram(file, { DATABASE_URL: postgres.url, DATA_DIR: dataDir, PUSH_ORIGINS: sink.address })
  const { child } = await started
  const matching = (await nextMessage(child, 'matching')) as World['matching']
  return {
    matching,
    list: (listings) => child.send({ kind: 'list', listings }),
    beSink: (order) => sink.child.send({ kind: 'be', ...order }),
    cost: () => costOf(child),
    async delivered(prefix) {
      const { rows } = await sql<Delivered>`
        select external_id, identity::integer as user,
          (extract(epoch from queued_at) * 1000)::double precision as queued_at,
          (extract(epoch from claimed_at) * 1000)::double precision as claimed_at,
          (extract(epoch from accepted_at) * 1000)::double precision as accepted_at
        from delivery join match on match.id = match_id join auction on auction.id = auction_id
          join user_account on user_account.id = delivery.user_id
        where ${isListed(prefix)}`.execute(db)
      return rows
    },
    async counts(prefix) {
      const { rows } = await sql<{ all: number; open: number }>`
        select count(*) as all, count(*) filter (where delivery.status in ('waiting', 'held', 'sending')) as open
        from delivery join match on match.id = match_id
        where auction_id in (select id from auction where ${isListed(prefix)})`.execute(db)
      return rows[0] ?? { all: 0, open: 0 }
    },
    async waiting() {
      const { rows } = await sql<{ count: number }>`
        select count(*) from delivery where status in ('waiting', 'held', 'sending')`.execute(db)
      return rows[0]?.count ?? 0
    },
    async unmatched(prefix, listed) {
      const { rows } = await sql<{ stored: number; unread: number }>`
        select (select count(*) from auction where ${isListed(prefix)}) as stored,
          (select count(*) from auction_event, log_cursor
            where reader = 'matcher' and (auction_event.xid, auction_event.id) > (log_cursor.xid, log_cursor.id)) as unread`.execute(
        db,
      )
      return listed - (rows[0]?.stored ?? 0) + (rows[0]?.unread ?? 0)
    },
    async stop() {
      await stopProgram(child)
      await stopProgram(sink.child)
      await pool.end()
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    },
  }
}

/** Each user has five filters and one device, alternately at push service `a` or `b`; user 0 is the noisy one. */
async function storeUsers(db: Db, filters: readonly Filter[], origins: readonly string[], options: Options): Promise<void> {
  const users = Array.from({ length: Math.ceil(filters.length / FILTERS_PER_USER) }, () => newId())
  const settings = { ...DEFAULT_NOTIFICATION_SETTINGS, webPush: { ...DEFAULT_NOTIFICATION_SETTINGS.webPush, enabled: true } }
  const { keys } = aBrowser()
  const addresses = users.map((_, user) => `${origins[user % origins.length]}/${user}`)
  await sql`
    insert into user_account (id, identity, is_anonymous)
    select id, place - 1, true from unnest(${users}::uuid[]) with ordinality as member (id, place)`.execute(db)
  await sql`insert into notification_settings (user_id, settings)
    select id, ${JSON.stringify(settings)}::jsonb from unnest(${users}::uuid[]) as id`.execute(db)
  await sql`
    insert into device (id, user_id, device_key, kind, address, subscription, user_agent)
    select gen_random_uuid(), id, address, 'webPush', address,
      jsonb_build_object('endpoint', address, 'keys', ${JSON.stringify(keys)}::jsonb), ''
    from unnest(${users}::uuid[], ${addresses}::text[]) as device (id, address)`.execute(db)

  const all = [
    ...filters.map((filter, index) => ({
      userId: users[Math.floor(index / FILTERS_PER_USER)] ?? '',
      criteria: criteriaOf(filter),
    })),
    ...outageUsersOf(users.length, options.due).map((user) => ({
      userId: users[user] ?? '',
      criteria: { name: 'outage', keywords: OUTAGE_WORD },
    })),
    { userId: users[0] ?? '', criteria: { name: 'noise', keywords: NOISE_WORD } },
  ]
  const notify = filters[0]?.notify
  for (let from = 0; from < all.length; from += BATCH) {
    const some = all.slice(from, from + BATCH)
    await sql`
      insert into filter (id, user_id, criteria, enabled)
      select id, user_id, criteria::jsonb, true
      from unnest(${some.map(() => newId())}::uuid[], ${some.map(({ userId }) => userId)}::uuid[],
        ${some.map(({ criteria }) => JSON.stringify({ ...BASE, notify: { ...notify, endingSoonMinutes: [] }, ...criteria }))}::text[])
        as filter (id, user_id, criteria)`.execute(db)
  }
}

const BASE = {
  ...{ searchIn: 'title', wordMatch: 'forms', marketplaces: [], buyingOptions: [], conditions: [], categories: [] },
  ...{ unknown: {}, enabled: true },
}

function criteriaOf(filter: Filter): object {
  const {
    id: _,
    version: __,
    createdAt: ___,
    updatedAt: ____,
    pausedByPlan: _____,
    matchCount,
    matchCount24h,
    ...criteria
  } = filter
  return criteria
}
