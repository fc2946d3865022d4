import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { DAY_MS, HOUR_MS } from '../../contract/time.ts'
import { startEmbeddedPostgres } from '../../server/database/embedded.ts'
import { createLeadership } from '../../server/database/leadership.ts'
import { migrate } from '../../server/database/migrate.ts'
import { type Db, openPool } from '../../server/database/pool.ts'
import { makeSessionToken } from '../../server/identity/sessionToken.ts'
import { MAX_PREVIEWED } from '../../server/limits.ts'
import { startIndexingWords } from '../../server/search/indexWords.ts'
import { type AuctionChange, saveAuctions } from '../../server/store/auctions.ts'
import { newId } from '../../server/store/ids.ts'
import { endingFromToday } from '../matching/auctions.ts'
import type { Workload } from '../matching/workload.ts'
import { type Cost, costOf, startProgram, stopProgram } from '../process/parent.ts'
import type { Options } from './options.ts'

const BATCH = 500
const WINDOW_MS = 29 * DAY_MS
/** Users per insert statement. */
const USERS_A_STATEMENT = 10
/** Events per match. */
const MATCHED_EVENTS = 1
const log = pino({ level: 'error' })

export type Guest = { readonly id: string; readonly token: string }

export type World = {
  readonly address: string
  readonly guests: readonly Guest[]
  readonly auctionIds: readonly string[]
  readonly savedMs: { readonly saving: number; readonly indexing: number }
  /** The server's cost since the last call. */
  cost(): Promise<Cost>
  stop(): Promise<void>
}

/** Fills a database in a temporary folder and starts the server on it. */
export async function makeWorld(options: Options, workload: Workload, say: (what: string) => void): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'lotwatch-bench-'))
  const postgres = await startEmbeddedPostgres(folder)
  const remove = () => rmSync(folder, { recursive: true, force: true })
  const pool = openPool(postgres.url, log)
  const { db } = pool
  try {
    await migrate(db)
    say(`storing ${options.auctions} auctions`)
    const { ids, savingMs } = await storeAuctions(db, workload, options.auctions)
    say('indexing their words')
    const indexing = await indexWords(db, postgres.url, options.auctions)
    const guests = await makeGuests(db, options.users)
    say(`storing ${options.users * options.matches} matches`)
    await storeMatches(db, options)
    say('vacuum')
    await sql`vacuum analyze`.execute(db)
    await pool.end()
    const dataDir = join(folder, 'data')
    mkdirSync(dataDir)
    const file = join(import.meta.dirname, 'server.ts')
    const { child, address } = await startProgram(file, { DATABASE_URL: postgres.url, DATA_DIR: dataDir })
    return {
      ...{ address, guests, auctionIds: ids, savedMs: { saving: savingMs, indexing } },
      cost: () => costOf(child),
      async stop() {
        await stopProgram(child)
        await postgres.stop()
        remove()
      },
    }
  } catch (error) {
    await postgres.stop()
    remove()
    throw error
  }
}

/** Stores auctions as if listed over the last month; all are still running. `savingMs`: per auction. */
export async function storeAuctions(db: Db, workload: Workload, count: number): Promise<{ ids: string[]; savingMs: number }> {
  const ids: string[] = []
  const start = Date.now() - WINDOW_MS
  let savingMs = 0
  for (let from = 0; from < count; from += BATCH) {
    const changes = Array.from({ length: Math.min(BATCH, count - from) }, (_, at): AuctionChange => {
      const { id, firstSeenAt: _first, lastSeenAt: _last, status, ...listing } = endingFromToday(workload.auction(from + at))
      ids.push(id)
      const seenAt = new Date(start + ((from + at) / count) * WINDOW_MS)
      return { id, listing, status, seenAt, event: { kind: 'listed', data: {} } }
    })
    const began = performance.now()
    await db.transaction().execute((tx) => saveAuctions(tx, changes))
    savingMs += performance.now() - began
  }
  return { ids, savingMs: savingMs / count }
}

/**
 * Runs the server's job that indexes words, for `count` stored auctions. It indexes the newest ones, which previews read.
 * @returns milliseconds per indexed auction
 */
export async function indexWords(db: Db, url: string, count: number): Promise<number> {
  const wanted = Math.min(count, MAX_PREVIEWED)
  const began = performance.now()
  const clock = { now: () => new Date() }
  const indexing = startIndexingWords({ db, clock, log, leadership: createLeadership(url, 'indexing', log) })
  for (;;) {
    const { rows } = await sql<{ count: number }>`select count(*) from auction_words`.execute(db)
    if ((rows[0]?.count ?? 0) >= wanted) break
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  const tookMs = performance.now() - began
  await indexing.stop()
  await passLog(db, 'words')
  return tookMs / wanted
}

/** Moves a reader's cursor past everything stored, as if it had followed the log. */
export async function passLog(db: Db, reader: 'matcher' | 'words'): Promise<void> {
  await sql`
    insert into log_cursor (reader, xid, id)
    select ${reader}, xid, id from auction_event order by auction_event.xid desc, id desc limit 1
    on conflict (reader) do update set xid = excluded.xid, id = excluded.id`.execute(db)
}

async function makeGuests(db: Db, count: number): Promise<Guest[]> {
  const guests = Array.from({ length: count }, (_, index) => ({ id: newId(), index, ...makeSessionToken() }))
  const ids = guests.map(({ id }) => id)
  await sql`
    insert into user_account (id, identity, is_anonymous)
    select id, 'bench|' || id, true from unnest(${ids}::uuid[]) as id`.execute(db)
  await sql`
    insert into session (id, user_id, token_hash, device, expires_at)
    select gen_random_uuid(), id, hash, 'bench', ${new Date(Date.now() + 24 * HOUR_MS)}
    from unnest(${ids}::uuid[], ${guests.map(({ tokenHash }) => tokenHash)}::bytea[]) as guest (id, hash)`.execute(db)
  await sql`
    insert into filter (id, user_id, criteria, enabled)
    select id, id, '{"name": "bench"}', true from unnest(${ids}::uuid[]) as id`.execute(db)
  return guests
}

/** Spreads each user's matches evenly over the auctions, with one filter and one event each. */
async function storeMatches(db: Db, { users, matches, auctions }: Options): Promise<void> {
  const step = Math.max(1, Math.floor(auctions / matches))
  for (let from = 0; from < users; from += USERS_A_STATEMENT) {
    await sql`
      with member as (
        select id, row_number() over (order by id) as place from user_account order by id
        offset ${from}::integer limit ${USERS_A_STATEMENT}::integer
      ), matched as (
        insert into match (id, user_id, auction_id, matched_at, highlights, flags)
        select gen_random_uuid(), member.id, auction_id, auction_words.first_seen_at,
          '[{"field": "title", "start": 0, "end": 5}]', '[]'
        from member, auction_words where number % ${step} = member.place % ${step} and number <= ${step * matches}
        returning id, user_id, matched_at
      ), filed as (
        insert into match_filter (match_id, filter_id, matched_at) select id, user_id, matched_at from matched
      )
      insert into match_event (match_id, kind, occurrence, at)
      select id, 'newMatch', '', matched_at from matched, generate_series(1, ${MATCHED_EVENTS})`.execute(db)
  }
}
