import { MINUTE_MS } from '../../../contract/time.ts'
import { listEndingBetween } from '../../store/auctions.ts'
import type { AuctionLogEntry } from '../../store/logs.ts'
import type { Matching } from '../matchingParts.ts'
import { matchAuctions } from './matchAuctions.ts'

const CHECK_INTERVAL_MS = 5000
/** Behind every entry that there can be: the largest number of 64 bits. */
const END_OF_LOG = '18446744073709551615'

/**
 * Nothing happens to an auction when its end comes so near that "ends within" begins to hold; so the clock is watched
 * instead. The first check covers the whole window: whatever was missed while nobody watched is found then, and what
 * was found before is not told again.
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

/** As if the log said that the auction had changed, which in this respect it has. */
function entered(auctionId: string, now: number): AuctionLogEntry {
  return { source: 'auction', subject: auctionId, kind: 'changed', data: {}, at: new Date(now), xid: END_OF_LOG, id: 0 }
}
