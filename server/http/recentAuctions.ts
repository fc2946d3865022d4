import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { DAY_MS, SECOND_MS } from '../../contract/time.ts'
import type { Clock } from '../clock.ts'
import type { Db } from '../database/pool.ts'
import { MAX_PREVIEWED, PREVIEW_WINDOW_MS } from '../limits.ts'
import type { Logger } from '../log.ts'
import { type Loop, startLoop } from '../loop.ts'
import { RecentList, type RecentView } from '../matching/recentList.ts'
import { firstSightOfAll, previewedSince } from '../store/auctions.ts'
import type { LogPosition } from '../store/logs.ts'
import * as store from '../store/recentAuctions.ts'

const PORTION = 500
/** More news than that is read no faster than everything. */
const MAX_FOLLOWED = 20_000
const FOLLOW_INTERVAL_MS = 2 * SECOND_MS
/** A reader that was away for longer may have missed entries: the log is trimmed. */
const MAX_PAUSE_MS = DAY_MS

/** The auctions that previews look at, and since when (ms since 1970) all that were stored are among them. */
export type Recent = RecentView & { readonly since: number }

export type RecentAuctions = {
  /** As they stand in the database now. */
  current(): Promise<Recent>
  stop(): Promise<void>
}

/**
 * Holds the recent auctions' facts, and follows the log, so that no request waits for them to be read. The texts stay in
 * the database.
 */
export function startRecentAuctions({ db, clock, log }: { db: Db; clock: Clock; log: Logger }): RecentAuctions {
  let held: Held | undefined
  let updating: Promise<Held> | undefined
  const updated = (): Promise<Held> => {
    updating ??= update(db, clock.now(), held).then(
      (next) => {
        held = next
        updating = undefined
        return next
      },
      (error) => {
        held = undefined
        updating = undefined
        throw error
      },
    )
    return updating
  }
  const following: Loop = startLoop('recentAuctions', log, async () => {
    await updated()
    return FOLLOW_INTERVAL_MS
  })
  return {
    async current() {
      // An update that runs already may have read the log before the asker's own change of it.
      await updating?.catch(() => {})
      const { list } = await updated()
      const firstSight = await firstSightOfAll(db)
      const now = clock.now().getTime()
      const since = Math.max(now - PREVIEW_WINDOW_MS, firstSight?.getTime() ?? now, list.completeSince)
      return { ...list.view(), since }
    },
    stop: () => following.stop(),
  }
}

type Held = { readonly list: RecentList; readonly position: LogPosition; readonly lastNumber: number; readonly at: number }

async function update(db: Db, now: Date, held: Held | undefined): Promise<Held> {
  const at = now.getTime()
  const followed = held && at - held.at < MAX_PAUSE_MS ? await follow(db, held) : undefined
  const next = followed ?? (await readAll(db, await previewedSince(db, now)))
  const lastNumber = await readNumbers(db, next.list, next.lastNumber)
  next.list.trim(at - PREVIEW_WINDOW_MS, at)
  return { ...next, lastNumber, at }
}

/** Undefined when there is too much to follow. */
async function follow(db: Db, { list, lastNumber, ...held }: Held): Promise<Omit<Held, 'at'> | undefined> {
  let { position } = held
  for (let read = 0; read < MAX_FOLLOWED; read += PORTION) {
    const changed = await store.readChangedAuctions(db, position, PORTION)
    const rows = changed.ids.length > 0 ? await store.loadRecentAuctions(db, changed.ids) : []
    putAll(list, rows)
    position = changed.position
    if (changed.isAll) return { list, position, lastNumber }
    await yieldToOthers()
  }
  return undefined
}

async function readAll(db: Db, since: Date): Promise<Omit<Held, 'at'>> {
  const list = new RecentList(MAX_PREVIEWED)
  // The log first: what changes after it was read shows behind it.
  const position = await store.endOfAuctionEvents(db)
  for await (const rows of store.readRecentAuctions(db, new Date(since.getTime() - 1), PORTION)) {
    putAll(list, rows)
    await yieldToOthers()
  }
  return { list, position, lastNumber: 0 }
}

function putAll(list: RecentList, rows: readonly store.RecentRow[]): void {
  for (const { id, firstSeenAt, facts } of rows) list.put({ ...facts, id, firstSeenAt: firstSeenAt.getTime() })
}

async function readNumbers(db: Db, list: RecentList, after: number): Promise<number> {
  let last = after
  for (;;) {
    const rows = await store.listNumbers(db, last, PORTION)
    for (const { auctionId, number } of rows) list.setNumber(auctionId, number)
    last = rows.at(-1)?.number ?? last
    if (rows.length < PORTION) return last
    await yieldToOthers()
  }
}
