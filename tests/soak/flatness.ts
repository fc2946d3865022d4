import type { Vitals } from './vitals.ts'

/** Of the whole run: what is looked at comes after it. */
const WARM_UP_SHARE = 0.25
/** What the last third after it may be above the first third: so much of it, and so much besides. */
const MOST_GROWTH = 1.2
export const MEBIBYTE = 1_048_576
const BESIDES = { rss: 40 * MEBIBYTE, handles: 12, connections: 10, rows: 50 }
/** Fewer samples say nothing. */
const LEAST_SAMPLES = 12

/**
 * What rows are made by. `pairs`: of a user and a lot, those that were listed before the user came included, since a new
 * filter is held against them as well.
 */
type Cause = 'lots' | 'users' | 'pairs'
/**
 * Tables whose rows are kept longer than a soak lasts, by what makes them: they may grow with it, each unit of it adding no
 * more than before. Anything else has to stay as large as it is.
 */
const GROWS_WITH: Readonly<Record<string, Cause>> = {
  ...{ 'public.auction': 'lots', 'public.auction_event': 'lots', 'public.auction_words': 'lots', 'public.word': 'lots' },
  ...{ 'public.price_point': 'lots', 'public.poll_gap': 'lots', 'public.poll_day': 'lots' },
  ...{ 'public.delivery': 'lots', 'public.delivery_attempt': 'lots', 'public.match_event': 'lots' },
  // Those of users who have left are gone.
  ...{ 'public.match': 'pairs', 'public.match_filter': 'pairs', 'public.user_event': 'pairs' },
  // Done jobs are kept for an hour.
  ...{ 'pgboss.job': 'lots', 'pgboss.job_common': 'lots' },
  ...{ 'public.idempotency_key': 'users', 'public.filter_change': 'users', 'public.session': 'users' },
  ...{ 'public.user_account': 'users', 'public.notification_settings': 'users' },
  // Erasures are kept for months, the counts of daily limits for a day.
  ...{ 'public.erased_identity': 'users', 'public.rate_limit': 'users' },
}

export type Line = { readonly what: string; readonly before: number; readonly after: number; readonly isFlat: boolean }

/**
 * Compares medians of the first and the last third after the warm-up; of memory the most, since it rises and falls with the
 * collection of garbage.
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

/** Rows that each lot or user adds, in the first and in the second half. */
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
