import { MINUTE_MS } from '../../contract/time.ts'
import { listEndingBetween } from '../store/auctions.ts'
import type { AuctionLogEntry } from '../store/logs.ts'
import type { Matching } from './dependencies.ts'
import { matchAuctions } from './matchAuctions.ts'

const CHECK_INTERVAL_MS = 5000
/** Behind every possible entry: the largest 64-bit number. */
const END_OF_LOG = '18446744073709551615'

/**
 * "Ends within" begins to hold without any change of the auction, so this checks the clock. The first check covers the whole
 * window: it finds what was missed while no process ran, and existing matches do not alert again.
 */
export function createEndWindows(): (matching: Matching) => Promise<void> {
  const checkedUntil = new Map<number, number>()
  let nextCheckAt = 0
  return async (matching) => {
    const now = matching.clock.now().getTime()
    if (now < nextCheckAt) return
    nextCheckAt = now + CHECK_INTERVAL_MS
    const { endWindows } = await matching.matcher.run([], [])
    const ids = new Set<string>()
    for (const minutes of endWindows) {
      const until = now + minutes * MINUTE_MS
      for (const id of await listEndingBetween(matching.db, new Date(checkedUntil.get(minutes) ?? now), new Date(until)))
        ids.add(id)
      checkedUntil.set(minutes, until)
    }
    if (ids.size > 0)
      await matchAuctions(
        matching,
        [...ids].map((id) => entered(id, now)),
        async () => {},
      )
  }
}

/** A log entry as if the auction had changed. */
function entered(auctionId: string, now: number): AuctionLogEntry {
  return { source: 'auction', subject: auctionId, kind: 'changed', data: {}, at: new Date(now), xid: END_OF_LOG, id: 0 }
}
