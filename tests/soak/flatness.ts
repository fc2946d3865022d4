import type { Vitals } from './vitals.ts'

/** Share of the run that is ignored as warm-up. */
const WARM_UP_SHARE = 0.25
/** Allowed growth from the first to the last third after it: a factor, plus an absolute allowance. */
const MOST_GROWTH = 1.2
export const MEBIBYTE = 1_048_576
const BESIDES = { rss: 40 * MEBIBYTE, handles: 12, connections: 10, rows: 50 }
/** Fewer samples are inconclusive. */
const LEAST_SAMPLES = 12

/**
 * The cause of rows. `pairs`: pairs of a user and a lot, including lots listed before the user came, because new filters are
 * matched against them too.
 */
type Cause = 'lots' | 'users' | 'pairs'
/**
 * Tables whose rows are kept for longer than a soak test, by the cause of rows. They may grow with it, but the rows per unit
 * must not increase. All other tables must not grow.
 */
const GROWS_WITH: Readonly<Record<string, Cause>> = {
  ...{ 'public.auction': 'lots', 'public.auction_event': 'lots', 'public.auction_words': 'lots', 'public.word': 'lots' },
  ...{ 'public.price_point': 'lots', 'public.poll_gap': 'lots', 'public.poll_day': 'lots' },
  ...{ 'public.delivery': 'lots', 'public.delivery_attempt': 'lots', 'public.match_event': 'lots' },
  // Rows of users who have left are deleted.
  ...{ 'public.match': 'pairs', 'public.match_filter': 'pairs', 'public.user_event': 'pairs' },
  // Completed jobs are kept for an hour.
  ...{ 'public.idempotency_key': 'users', 'public.filter_change': 'users', 'public.session': 'users' },
  ...{ 'public.user_account': 'users', 'public.notification_settings': 'users' },
  // Erasures are kept for months, the counts of daily limits for a day.
  ...{ 'public.erased_identity': 'users', 'public.rate_limit': 'users' },
}

export type Line = { readonly what: string; readonly before: number; readonly after: number; readonly isFlat: boolean }

/**
 * Compares the medians of the first and last third after the warm-up; for memory the maxima, because it varies with garbage
 * collection.
 */
export function judgeFlatness(samples: readonly Vitals[], places: readonly string[]): Line[] {
  const lastAt = samples.at(-1)?.at ?? 0
  const warm = samples.filter(({ at }) => at >= lastAt * WARM_UP_SHARE)
  if (warm.length < LEAST_SAMPLES) return [{ what: 'samples', before: LEAST_SAMPLES, after: warm.length, isFlat: false }]
  const third = Math.floor(warm.length / 3)
  const thirds = [warm.slice(0, third), warm.slice(third, -third), warm.slice(-third)] as const
  const compare = (what: string, read: Read, besides: number, summarise = median): Line => {
    const [before, after] = [summarise(thirds[0], read), summarise(thirds[2], read)]
    return { what, before, after, isFlat: after <= Math.max(before * MOST_GROWTH, before + besides) }
  }
  const tables = [...new Set(warm.flatMap(({ rows }) => [...rows.keys()]))]
  return [
    ...places.flatMap((place) => [
      compare(`most memory of ${place}, MiB`, ({ processes }) => processes.get(place)?.rss, BESIDES.rss, most),
      compare(`handles of ${place}`, ({ processes }) => processes.get(place)?.handles, BESIDES.handles),
    ]),
    compare('database connections', ({ connections }) => connections, BESIDES.connections),
    ...tables.map((table) => {
      const cause = GROWS_WITH[table]
      return cause ? growth(table, cause, warm) : compare(`rows of ${table}`, ({ rows }) => rows.get(table), BESIDES.rows)
    }),
  ].map((line) => (line.what.includes('MiB') ? { ...line, before: line.before / MEBIBYTE, after: line.after / MEBIBYTE } : line))
}

/** Rows per lot or user, in the first and in the second half. */
function growth(table: string, cause: Cause, warm: readonly Vitals[]): Line {
  const [first, middle, last] = [warm[0], warm[Math.floor(warm.length / 2)], warm.at(-1)]
  const added = (from: Vitals | undefined, to: Vitals | undefined) => {
    const rows = (to?.rows.get(table) ?? 0) - (from?.rows.get(table) ?? 0)
    return { rows, each: rows / Math.max(1, (to?.[cause] ?? 0) - (from?.[cause] ?? 0)) }
  }
  const [before, after] = [added(first, middle), added(middle, last)]
  const isFlat = after.each <= before.each * MOST_GROWTH || after.rows <= before.rows * MOST_GROWTH + BESIDES.rows
  return { what: `rows of ${table} for each of the ${cause}`, before: before.each, after: after.each, isFlat }
}

type Read = (vitals: Vitals) => number | undefined

const most = (samples: readonly Vitals[], read: Read): number => Math.max(0, ...samples.map((sample) => read(sample) ?? 0))

function median(samples: readonly Vitals[], read: Read): number {
  const values = samples.flatMap((sample) => read(sample) ?? []).sort((a, b) => a - b)
  return values[Math.floor(values.length / 2)] ?? 0
}
