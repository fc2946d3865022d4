import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../contract/time.ts'

const UNITS = [
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', MINUTE_MS],
  ['second', SECOND_MS],
] as const

/** "1.4 sec", "12 min": a duration in the largest unit that fits; with tenths below ten seconds. */
export function formatDuration(locale: string, ms: number): string {
  const [unit, size] = UNITS.find(([, least]) => ms >= least) ?? (['second', SECOND_MS] as const)
  const value = ms / size
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: unit === 'second' && value < 10 ? 1 : 0,
  }).format(value)
}
