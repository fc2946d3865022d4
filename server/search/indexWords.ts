import { HOUR_MS } from '../../contract/time.ts'
import { contentsOf, HAS_LETTER } from '../../contract/tokens.ts'
import type { Leadership } from '../database/leadership.ts'
import type { Db, Tx } from '../database/pool.ts'
import { LOG_POLL_MS } from '../limits.ts'
import { stemsOf } from '../matching/keywords/stems.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Logger } from '../runtime/log.ts'
import { type Loop, startLoop } from '../runtime/loop.ts'
import { previewedSince } from '../store/auctions.ts'
import * as index from '../store/auctionWords.ts'
import * as logs from '../store/logs.ts'

const READER = 'words'
/** Auctions per transaction. It has to be short, because log readers see only rows older than the oldest running transaction. */
const BATCH = 25
/** Auctions per query for unindexed ones: each query scans the whole table. */
const MISSING_PAGE = 2000
const TRIM_INTERVAL_MS = HOUR_MS
/** How often a standby process tries to become the leader. */
const STANDBY_MS = 1000

export type IndexingDependencies = { db: Db; clock: Clock; log: Logger; leadership: Leadership }

/**
 * Keeps the word index of the auctions up to date, for previews and word counts. It follows the log, so that polls do not wait
 * for it. At start it indexes all missing auctions.
 * One process in the cluster does this; the others stand by.
 */
export function startIndexingWords(deps: IndexingDependencies): Loop {
  const { db, clock, leadership } = deps
  let state: { position: logs.LogPosition; since: Date; trimAt: number } | undefined

  const loop = startLoop('indexWords', deps.log, async () => {
    if (!(await leadership.hold())) {
      state = undefined
      return STANDBY_MS
    }
    const now = clock.now()
    if (!state || now.getTime() >= state.trimAt) {
      // Read the cursor first: later changes then appear in the log behind it.
      const position = await logs.readCursor(db, READER)
      const since = await previewedSince(db, now)
      await index.trimWords(db, since)
      while (await indexMissing(db, since)) if (!(await leadership.hold())) return STANDBY_MS
      state = { position, since, trimAt: now.getTime() + TRIM_INTERVAL_MS }
    }
    const entries = await logs.readLog(db, state.position, BATCH)
    const last = entries.at(-1)
    if (!last) return LOG_POLL_MS
    const to = { xid: last.xid, id: last.id }
    // If another process has moved the cursor, start over.
    state = (await follow(db, entries, state, to)) ? { ...state, position: to } : undefined
    return entries.length === BATCH ? 0 : LOG_POLL_MS
  })

  return {
    wake: () => loop.wake(),
    async stop() {
      await loop.stop()
      await leadership.release()
    },
  }
}

/**
 * Indexes one page of unindexed auctions.
 * @returns false when none is missing
 */
async function indexMissing(db: Db, since: Date): Promise<boolean> {
  const missing = await index.listUnindexed(db, since, MISSING_PAGE)
  for (let at = 0; at < missing.length; at += BATCH) await indexAuctions(db, missing.slice(at, at + BATCH))
  return missing.length > 0
}

/** @returns false when another process has moved the cursor */
async function follow(
  db: Db,
  entries: readonly logs.LogEntry[],
  { position, since }: { position: logs.LogPosition; since: Date },
  to: logs.LogPosition,
): Promise<boolean> {
  const changed = entries.filter((entry) => entry.source === 'auction' && entry.kind !== 'ended' && entry.kind !== 'gone')
  const texts = await index.loadTexts(db, [...new Set(changed.map(({ subject }) => subject))], since)
  let isOurs = true
  await indexAuctions(db, texts, async (tx) => {
    isOurs = await logs.moveCursor(tx, READER, position, to)
  })
  return isOurs
}

/** Writes the words first, each statement by itself, then the auctions together with the writes of `also`. */
async function indexAuctions(db: Db, texts: readonly index.AuctionTexts[], also?: (tx: Tx) => Promise<void>): Promise<void> {
  const auctions = await index.readWords(db, texts, wordStems)
  await db.transaction().execute(async (tx) => {
    await also?.(tx)
    await index.saveWords(tx, auctions)
  })
}

/** Numbers have no stems. */
function wordStems(word: string) {
  return contentsOf(word) === HAS_LETTER ? stemsOf(word) : undefined
}
