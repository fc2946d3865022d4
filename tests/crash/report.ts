import { count, figure, printTable } from '../../bench/matching/table.ts'
import { SECOND_MS } from '../../contract/time.ts'
import { CAUSES, CHANNELS } from './judge.ts'
import type { StormOptions } from './options.ts'
import type { StormReport } from './storm.ts'

const SHOWN_EXAMPLES = 10
const SHOWN_LOG = 400000

/** Whether nothing was lost, shown twice to a user or left unexplained. */
export function isClean({ verdict, writer, endedByThemselves }: StormReport): boolean {
  const { lost, unfounded, doubled, repeats } = verdict
  const unexplained = Object.values(repeats.unexplained).some((times) => times > 0)
  const wrong = [lost, unfounded, doubled, endedByThemselves].some((list) => list.length > 0)
  return !wrong && !unexplained && writer.lost === 0 && writer.doubled === 0
}

export function printReport(report: StormReport, { seed }: StormOptions): void {
  const { verdict, writer, kills, endedByThemselves, refusals, stormMs, drainMs } = report
  const total = Object.values(kills).reduce((sum, one) => sum + one, 0)
  const seconds = (ms: number) => `${figure(ms / SECOND_MS)} s`
  printTable(
    `Killed at random for ${seconds(stormMs)} (seed ${seed}), then left in peace for ${seconds(drainMs)}`,
    ['', ''],
    [
      ['kills and restarts', count(total)],
      ...Object.entries(kills).map(([place, times]) => [`  ${place}`, count(times)]),
      ['lives that ended by themselves', count(endedByThemselves.length)],
      ['alerts expected', count(verdict.expected)],
      ['  lost', count(verdict.lost.length)],
      ['  unfounded', count(verdict.unfounded.length)],
      ['  doubled at the person', count(verdict.doubled.length)],
      ['tries that providers refused', count(refusals)],
      ['writes through the API, repeats of them', `${count(writer.writes)}, ${count(writer.repeats)}`],
      ['  lost, doubled', `${count(writer.lost)}, ${count(writer.doubled)}`],
    ],
  )
  printTable(
    'Taken again by a provider, by what became of the try before',
    ['', ...CHANNELS],
    CAUSES.map((cause) => [cause, ...CHANNELS.map((channel) => count(verdict.repeats[cause][channel]))]),
  )
  for (const [what, list] of Object.entries({ ...verdict, endedByThemselves })) {
    if (Array.isArray(list) && list.length > 0) console.error(`ERROR ${what}:\n  ${list.slice(0, SHOWN_EXAMPLES).join('\n  ')}`)
  }
  if (endedByThemselves.length > 0 || verdict.unexplained.length > 0) console.error(report.log.slice(-SHOWN_LOG))
}
