/**
 * `npm run test:soak`: runs the whole server for an hour under faults, kills and churn of users. Exit code 1 if any alert was
 * lost or doubled, or if memory, handles, connections or rows grow. Options: `--minutes 60 --seed 1 --alerts-per-minute 240`.
 */
import { parseArgs } from 'node:util'
import { count, figure, printTable } from '../../bench/matching/table.ts'
import { MINUTE_MS, SECOND_MS } from '../../contract/time.ts'
import { CAUSES, CHANNELS } from '../crash/judge.ts'
import { MEBIBYTE } from './flatness.ts'
import { LASTING, runSoak, type SoakReport } from './soak.ts'

const SHOWN_EXAMPLES = 10
const SHOWN_LOG = 4000
const SHOWN_SAMPLES = 15

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    'alerts-per-minute': { type: 'string', default: '240' },
  },
})
const [minutes, seed, alertsPerMinute] = [values.minutes, values.seed, values['alerts-per-minute']].map(Number)
if (!minutes || !seed || !alertsPerMinute) throw new Error('all options are numbers above 0')
const report = await runSoak({ minutes, seed, alertsPerMinute }, (what) => console.error(`… ${what}`))
print(report)
process.exit(isClean(report) ? 0 : 1)

function isClean({ verdict, writer, churn, flatness, endedByThemselves }: SoakReport): boolean {
  const { lost, unfounded, doubled, unexplained } = verdict
  const wrong = [lost, unfounded, doubled, unexplained, churn.wrong, endedByThemselves].some((list) => list.length > 0)
  return !wrong && writer.lost === 0 && writer.doubled === 0 && flatness.every(({ isFlat }) => isFlat)
}

function print({ verdict, writer, churn, kills, flatness, ...rest }: SoakReport): void {
  const { endedByThemselves, brokenConnections, samples, soakMs, drainMs, log } = rest
  const seconds = (ms: number) => `${figure(ms / SECOND_MS)} s`
  printTable(
    `Soaked for ${seconds(soakMs)} (seed ${seed}), then left in peace for ${seconds(drainMs)}`,
    ['', ''],
    [
      ['alerts expected', count(verdict.expected)],
      ['  lost', count(verdict.lost.length)],
      ['  doubled', count(verdict.doubled.length + verdict.unexplained.length)],
      ['  unfounded', count(verdict.unfounded.length)],
      ...Object.entries(kills).map(([place, times]) => [`kills of ${place}`, count(times)]),
      ['database connections broken off', count(brokenConnections)],
      ['processes that ended by themselves', count(endedByThemselves.length)],
      ['users who came, who left', `${count(churn.came)}, ${count(churn.left)}`],
      ['  answers that were wrong', count(churn.wrong.length)],
      ['writes, repeats of them', `${count(writer.writes)}, ${count(writer.repeats)}`],
      ['  lost, doubled', `${count(writer.lost)}, ${count(writer.doubled)}`],
    ],
  )
  printTable(
    'Taken again by a provider, by what became of the try before',
    ['', ...CHANNELS],
    CAUSES.map((cause) => [cause, ...CHANNELS.map((channel) => count(verdict.repeats[cause][channel]))]),
  )
  printTable(
    `Over time, ${samples.length} samples: first and last third after the warm-up`,
    ['', 'before', 'after', ''],
    flatness.map(({ what, before, after, isFlat }) => [what, figure(before), figure(after), isFlat ? 'flat' : 'GROWS']),
  )
  const shown = samples.filter((_, index) => index % Math.ceil(samples.length / SHOWN_SAMPLES) === 0)
  printTable(
    'Memory over time, MiB',
    ['minute', ...LASTING, 'connections'],
    shown.map(({ at, processes, connections }) => [
      figure(at / MINUTE_MS),
      ...LASTING.map((place) => count(Math.round((processes.get(place)?.rss ?? 0) / MEBIBYTE))),
      count(connections),
    ]),
  )
  const { lost, unfounded, doubled, unexplained } = verdict
  for (const [what, list] of Object.entries({ lost, unfounded, doubled, unexplained, wrong: churn.wrong, endedByThemselves }))
    if (list.length > 0) console.error(`ERROR ${what}:\n  ${list.slice(0, SHOWN_EXAMPLES).join('\n  ')}`)
  if (endedByThemselves.length > 0 || unexplained.length > 0) console.error(log.slice(-SHOWN_LOG))
}
