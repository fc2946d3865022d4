import { SCHEDULE_POLL_MS, SEARCH_LEASE_MS } from '../limits.ts'
import type { Registry } from '../marketplaces/registry.ts'
import { type Loop, startLoop } from '../runtime/loop.ts'
import * as searches from '../store/searches.ts'
import { type PollDependencies, poll } from './poll.ts'

const MAX_CONCURRENT_POLLS = 8
const MIN_WAIT_MS = 20

/**
 * Claims due searches and polls them concurrently, so that a slow marketplace holds up no other.
 * @param onChange called after a poll that wrote something for the matcher
 */
export async function startPolling(
  deps: PollDependencies & { registry: Registry; owner: string },
  onChange: () => void,
): Promise<Loop> {
  const { db, log, registry, owner } = deps
  await searches.registerSearches(
    db,
    registry.all.flatMap((connector) =>
      connector.searches.map((search) => ({
        marketplace: connector.id,
        key: search.key,
        minIntervalMs: search.minIntervalMs,
        calls: connector.budget.calls,
      })),
    ),
  )
  const running = new Set<Promise<void>>()

  const run = async (row: searches.SearchRow) => {
    const connector = registry.get(row.marketplace)
    const search = connector?.searches.find((candidate) => candidate.key === row.key)
    if (connector && search && (await poll(deps, connector, search, row))) onChange()
  }

  const loop = startLoop('pollSearches', log, async () => {
    if (running.size > 0) await searches.renewLeases(db, owner, SEARCH_LEASE_MS)
    const free = MAX_CONCURRENT_POLLS - running.size
    // A finished poll wakes the loop.
    if (free === 0) return SCHEDULE_POLL_MS
    for (const row of await searches.claimSearches(db, owner, SEARCH_LEASE_MS, free)) {
      const polling = run(row)
        // The lease expires, and the search is polled again.
        .catch((error) => log.error({ err: error, marketplace: row.marketplace }, 'poll aborted'))
        .finally(() => {
          running.delete(polling)
          loop.wake()
        })
      running.add(polling)
    }
    const nextMs = (await searches.msUntilNextSearch(db)) ?? SCHEDULE_POLL_MS
    return Math.min(Math.max(nextMs, MIN_WAIT_MS), SCHEDULE_POLL_MS)
  })

  return {
    wake: () => loop.wake(),
    async stop() {
      await loop.stop()
      await Promise.all(running)
    },
  }
}
