import type { Filter } from '../../contract/filter.ts'
import { LOG_POLL_MS } from '../limits.ts'
import { createAdaptivePolling } from '../runtime/adaptivePolling.ts'
import { failpoint } from '../runtime/failpoint.ts'
import { type Loop, startLoop } from '../runtime/loop.ts'
import * as logs from '../store/logs.ts'
import { backfillFilters } from './backfillFilters.ts'
import type { Matching, MatchingDependencies } from './dependencies.ts'
import { createFilterDirectory } from './filterDirectory.ts'
import { matchAuctions } from './matchAuctions.ts'
import { createEndWindows } from './matchEndWindows.ts'

const READER = 'matcher'
const BATCH = 500
/** How often a standby process tries to become the matcher. */
const STANDBY_MS = 1000

/**
 * Follows the log of auctions and filters and writes matches, match events and deliveries. Each step is one transaction together
 * with the cursor's move, so that a crash repeats a step or has never begun it.
 * One process in the cluster does this; the others stand by.
 */
export function startMatching(deps: MatchingDependencies): Loop {
  let state:
    | { matching: Matching; position: logs.LogPosition; checkEndWindows: (matching: Matching) => Promise<void> }
    | undefined

  // Entries held back by an older transaction become readable a moment later.
  const polling = createAdaptivePolling(LOG_POLL_MS)

  const begin = async () => {
    const matching = { ...deps, directory: createFilterDirectory(), matcher: deps.startMatcher() }
    try {
      // Read the cursor first: later filter changes then appear in the log behind it.
      const position = await logs.readCursor(deps.db, READER)
      const startedAt = performance.now()
      // The next batch is read while the threads load the previous one.
      const take = (filters: readonly Filter[]) => {
        const changes = filters.map((filter) => ({ kind: 'add' as const, filter }))
        const taken = matching.matcher.run(changes, [])
        // Errors are thrown where the promise is awaited. Until then this prevents an unhandled rejection.
        taken.catch(() => undefined)
        return taken
      }
      let taken = take([])
      for await (const filters of matching.directory.load(deps.db)) {
        await taken
        taken = take(filters)
      }
      const { size } = await taken
      deps.log.info({ filters: size, ms: Math.round(performance.now() - startedAt) }, 'matcher started')
      return { matching, position, checkEndWindows: createEndWindows() }
    } catch (error) {
      await matching.matcher.close()
      throw error
    }
  }

  const loop = startLoop('matchEvents', deps.log, async () => {
    if (!(await deps.leadership.hold())) {
      await end()
      return STANDBY_MS
    }
    state ??= await begin()
    try {
      const { matching, checkEndWindows } = state
      await checkEndWindows(matching)
      const entries = await logs.readLog(deps.db, state.position, BATCH)
      for (const run of splitBySource(entries)) {
        const last = run.entries.at(-1)
        if (!last) continue
        const to = { xid: last.xid, id: last.id }
        const from = state.position
        const move = async (tx: Parameters<typeof logs.moveCursor>[0]) => {
          if (!(await logs.moveCursor(tx, READER, from, to)))
            throw new Error('another process has moved the cursor of the matcher')
          failpoint('match.beforeCommit')
        }
        if (run.source === 'filter') await backfillFilters(matching, run.entries, move)
        else await matchAuctions(matching, run.entries, move)
        failpoint('match.afterCommit')
        state.position = to
      }
      const pauseMs = polling.pauseMs(entries.length > 0)
      return entries.length === BATCH ? 0 : pauseMs
    } catch (error) {
      await end()
      throw error
    }
  })

  const end = async () => {
    const old = state
    state = undefined
    await old?.matching.matcher.close()
  }

  return {
    wake() {
      polling.expectSoon()
      loop.wake()
    },
    async stop() {
      await loop.stop()
      await end()
      await deps.leadership.release()
    },
  }
}

type Run = { source: 'auction'; entries: logs.AuctionLogEntry[] } | { source: 'filter'; entries: logs.FilterLogEntry[] }

/**
 * Groups consecutive entries of one source. The order between auctions and filters is kept, because it decides who is alerted.
 */
function splitBySource(entries: readonly logs.LogEntry[]): Run[] {
  const runs: Run[] = []
  for (const entry of entries) {
    const current = runs.at(-1)
    if (entry.source === 'auction') {
      if (current?.source === 'auction') current.entries.push(entry)
      else runs.push({ source: 'auction', entries: [entry] })
    } else if (current?.source === 'filter') current.entries.push(entry)
    else runs.push({ source: 'filter', entries: [entry] })
  }
  return runs
}
