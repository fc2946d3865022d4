import { parseArgs } from 'node:util'
import { MINUTE_MS } from '../../contract/time.ts'

export type StormOptions = {
  /** How long processes are killed. Afterwards the server runs undisturbed until nothing is pending. */
  readonly stormMs: number
  /** Minimum number of alerts that the listings cause. */
  readonly alerts: number
  /** Seed of all random choices: what is killed when, what is listed, which attempts fail. */
  readonly seed: number
  /** Share of rises among price changes. Rises are sent minutes later, falls at once. */
  readonly risingShare: number
}

const RISING_SHARE = 0.5

/** Parses the command line: `--minutes 5 --alerts 3000 --seed 1`. */
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
