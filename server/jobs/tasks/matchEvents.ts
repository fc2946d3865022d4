import type { Filter } from '../../../contract/filter.ts'
import { createAdaptivePolling } from '../../adaptivePolling.ts'
import { failpoint } from '../../failpoint.ts'
import { LOG_POLL_MS } from '../../limits.ts'
import { type Loop, startLoop } from '../../loop.ts'
import * as logs from '../../store/logs.ts'
import { createFilterDirectory } from '../filterDirectory.ts'
import type { Matching, MatchingParts } from '../matchingParts.ts'
import { matchAuctions } from './matchAuctions.ts'
import { createEndWindows } from './matchEndWindows.ts'
import { backfillFilters } from './matchNewFilters.ts'

const READER = 'matcher'
const BATCH = 500
/** How often a process that is not the matcher looks whether it should become it. */
const STANDBY_MS = 1000

/**
 * Follows the log of auctions and filters and writes what they mean for users: matches, their events, deliveries. All of
 * a step is one transaction together with the cursor's move, so that a crash repeats a step or has never begun it.
 *
 * One process in the cluster does this; the others stand by.
 */
export function startMatching(parts: MatchingParts): Loop {
  let state:
    | { matching: Matching; position: logs.LogPosition; checkEndWindows: (matching: Matching) => Promise<void> }
    | undefined

  // What an older transaction holds back can be read a moment later.
  const pace = createAdaptivePolling(LOG_POLL_MS)

  const begin = async () => {
    const matching = { ...parts, directory: createFilterDirectory(), matcher: parts.startMatcher() }
    try {
      // The cursor first: a filter that changes after it was read shows in the log behind it.
      const position = await logs.readCursor(parts.db, READER)
      const startedAt = performance.now()
      // The next portion is read while the threads take the last one in.
      const take = (filters: readonly Filter[]) => {
        const changes = filters.map((filter) => ({ kind: 'add' as const, filter }))
        const taken = matching.matcher.run(changes, [])
        // A failure is thrown where this is awaited; while a portion is read nothing awaits it yet.
        taken.catch(() => undefined)
        return taken
      }
      let taken = take([])
      for await (const filters of matching.directory.load(parts.db)) {
        await taken
        taken = take(filters)
      }
      const { size } = await taken
      parts.log.info({ filters: size, ms: Math.round(performance.now() - startedAt) }, 'matching')
      return { matching, position, checkEndWindows: createEndWindows() }
    } catch (error) {
      await matching.matcher.close()
      throw error
    }
  }

  const loop = startLoop('matchEvents', parts.log, async () => {
    if (!(await parts.leadership.hold())) {
      await end()
      return STANDBY_MS
    }
    state ??= await begin()
    try {
      const { matching, checkEndWindows } = state
      await checkEndWindows(matching)
      const entries = await logs.readLog(parts.db, state.position, BATCH)
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
      const pauseMs = pace.pauseMs(entries.length > 0)
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
      pace.expectSoon()
      loop.wake()
    },
    async stop() {
      await loop.stop()
      await end()
      await parts.leadership.release()
    },
  }
}

type Run = { source: 'auction'; entries: logs.AuctionLogEntry[] } | { source: 'filter'; entries: logs.FilterLogEntry[] }

/** Neighbours of one kind are handled together; the order between auctions and filters is what decides who is told. */
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
