import { parseArgs } from 'node:util'
import { MINUTE_MS } from '../../contract/time.ts'

export type StormOptions = {
  /** How long processes are killed; then everything is left in peace until nothing waits any more. */
  readonly stormMs: number
  /** Alerts that are to come out of what is listed, at least. */
  readonly alerts: number
  /** Of all choices: what is killed when, what is listed, which tries fail. */
  readonly seed: number
  /** Of the prices that change, those that rise: they are told minutes later, those that fall at once. */
  readonly risingShare: number
}

const RISING_SHARE = 0.5

/** The options of the command line: `--minutes 5 --alerts 3000 --seed 1`. */
export function readOptions(): StormOptions {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '5' },
      alerts: { type: 'string', default: '3000' },
      seed: { type: 'string', default: '1' },
    },
  })
  const [minutes, alerts, seed] = [values.minutes, values.alerts, values.seed].map(Number)
  if (!(minutes && minutes > 0 && alerts && alerts > 0 && seed))
    throw new Error('--minutes, --alerts and --seed are numbers above 0')
  return { stormMs: minutes * MINUTE_MS, alerts, seed, risingShare: RISING_SHARE }
}
