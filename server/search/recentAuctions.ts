import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { DAY_MS, SECOND_MS } from '../../contract/time.ts'
import type { Db } from '../database/pool.ts'
import { MAX_PREVIEWED, PREVIEW_WINDOW_MS } from '../limits.ts'
import { RecentList, type RecentView } from '../matching/preview/recentList.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Logger } from '../runtime/log.ts'
import { type Loop, startLoop } from '../runtime/loop.ts'
import { firstSightOfAll, previewedSince } from '../store/auctions.ts'
import type { LogPosition } from '../store/logs.ts'
import * as store from '../store/recentAuctions.ts'

const BATCH = 500
/** With more changes than this, reading everything again is faster. */
const MAX_FOLLOWED = 20_000
const FOLLOW_INTERVAL_MS = 2 * SECOND_MS
/** After a longer pause the log may have been trimmed, so everything is read again. */
const MAX_PAUSE_MS = DAY_MS

/** The auctions that previews search. They are complete since `since`, ms since 1970. */
export type Recent = RecentView & { readonly since: number }

export type RecentAuctions = {
  /** The current state of the database. */
  current(): Promise<Recent>
  stop(): Promise<void>
}

/**
 * Keeps the facts of recent auctions in memory and follows the log, so that no request waits for reading them. The texts stay in
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
      // A running update may have read the log before the caller's own change.
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

/** @returns undefined when there is too much to follow */
async function follow(db: Db, { list, lastNumber, ...held }: Held): Promise<Omit<Held, 'at'> | undefined> {
  let { position } = held
  for (let read = 0; read < MAX_FOLLOWED; read += BATCH) {
    const changed = await store.readChangedAuctions(db, position, BATCH)
    const rows = changed.ids.length > 0 ? await store.loadRecentAuctions(db, changed.ids) : []
    putAll(list, rows)
    const stored = new Set(rows.map(({ id }) => id))
    list.remove(new Set(changed.ids.filter((id) => !stored.has(id))))
    position = changed.position
    if (changed.isAll) return { list, position, lastNumber }
    await yieldToOthers()
  }
  return undefined
}

async function readAll(db: Db, since: Date): Promise<Omit<Held, 'at'>> {
  const list = new RecentList(MAX_PREVIEWED)
  // Read the log's end first: later changes then appear behind it.
  const position = await store.endOfAuctionEvents(db)
  for await (const rows of store.readRecentAuctions(db, new Date(since.getTime() - 1), BATCH)) {
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
    const rows = await store.listNumbers(db, last, BATCH)
    for (const { auctionId, number } of rows) list.setNumber(auctionId, number)
    last = rows.at(-1)?.number ?? last
    if (rows.length < BATCH) return last
    await yieldToOthers()
  }
}
