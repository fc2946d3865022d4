import type { Figures } from './figures.ts'

/** A performance requirement for matching, and the measured value; undefined if that size was not run. */
export type Floor = {
  readonly what: string
  readonly bound: number
  readonly isLeast: boolean
  readonly unit: string
  readonly measured: number | undefined
}

// biome-ignore format: a table
const BY_SIZE = [
  { filters: 10_000, timesTokenising: 2.3, timesLessThanNaive: 90 },
  { filters: 100_000, timesTokenising: 4, timesLessThanNaive: 900 },
  { filters: 1_000_000, timesTokenising: 12, timesLessThanNaive: 2_800 },
]
const MOST_P99_PER_MEDIAN = 4
const MOST_TIMES_EXACT = { forms: 2, compounds: 4 }
/** Sizes at which word forms are checked; the other requirements are checked only at the largest size. */
const WORD_MATCH_SIZES = [100_000, 1_000_000]
const LARGEST = 1_000_000
const MOST_MICROSECONDS_A_CHANGE = 20
const LEAST_PERCENT_AFTER_CHANGES = 80
const MOST_BUILD_SECONDS = 6
const MOST_BYTES_A_FILTER = 200

export function floorsOf(figures: Figures): Floor[] {
  const largest = figures.sizes.find(({ filters }) => filters === LARGEST)
  const churn = figures.churn?.filters === LARGEST ? figures.churn : undefined
  const bytes = largest && Math.max(largest.bytesBuilt, largest.bytesUsed) / LARGEST
  return [
    ...BY_SIZE.flatMap((bounds) => sizeFloors(bounds, figures)),
    ...WORD_MATCH_SIZES.flatMap((filters) => [
      wordMatchFloor('forms', filters, figures),
      wordMatchFloor('compounds', filters, figures),
    ]),
    most(`${named(LARGEST)}: add one filter, CPU`, MOST_MICROSECONDS_A_CHANGE, 'µs', churn?.addOne.cpuMicroseconds),
    most(`${named(LARGEST)}: remove one filter, CPU`, MOST_MICROSECONDS_A_CHANGE, 'µs', churn?.removeOne.cpuMicroseconds),
    {
      what: `${named(LARGEST)}: speed after the changes, of a fresh build's`,
      bound: LEAST_PERCENT_AFTER_CHANGES,
      isLeast: true,
      unit: '%',
      measured: churn && (100 * churn.fresh.cpu) / churn.after.cpu,
    },
    most(`${named(LARGEST)}: build, wall`, MOST_BUILD_SECONDS, 's', largest?.build.wallSeconds),
    most(`${named(LARGEST)}: memory a filter`, MOST_BYTES_A_FILTER, 'bytes', bytes),
  ]
}

export function isMet({ bound, isLeast, measured }: Floor): boolean | undefined {
  return measured === undefined ? undefined : isLeast ? measured >= bound : measured <= bound
}

function sizeFloors({ filters, timesTokenising, timesLessThanNaive }: (typeof BY_SIZE)[number], { sizes }: Figures): Floor[] {
  const size = sizes.find((one) => one.filters === filters)
  const name = named(filters)
  return [
    most(`${name}: tokenising alone, CPU`, timesTokenising, 'times', size && size.speed.cpu / size.tokenising),
    {
      what: `${name}: less than the naive loop, CPU`,
      bound: timesLessThanNaive,
      isLeast: true,
      unit: 'times',
      measured: size && size.naive.cpu / size.speed.cpu,
    },
    most(`${name}: p99 to median, wall`, MOST_P99_PER_MEDIAN, 'times', size && size.speed.p99 / size.speed.median),
  ]
}

function wordMatchFloor(wordMatch: 'forms' | 'compounds', filters: number, { wordMatches }: Figures): Floor {
  const found = wordMatches.find((one) => one.filters === filters && one.wordMatch === wordMatch)
  return most(`${named(filters)}: ${wordMatch} to exact words, CPU`, MOST_TIMES_EXACT[wordMatch], 'times', found?.timesExact)
}

function most(what: string, bound: number, unit: string, measured: number | undefined): Floor {
  return { what, bound, isLeast: false, unit, measured }
}

function named(filters: number): string {
  return `${filters.toLocaleString('en')} filters`
}
