import type { Preview } from '../../../contract/preview.ts'

type Buckets = Preview['prices']['buckets']

/** The approximate number of buckets: fewer are too coarse, more do not fit a phone. */
const TARGET_BUCKETS = 14
/** The bucket width follows from this quantile of the amounts; larger amounts are counted in the last bucket. */
const SHOWN_SHARE = 0.95
/** Round widths, times a power of ten, close enough to stay near the target. */
const ROUND_WIDTHS = [1, 1.25, 1.5, 2, 2.5, 3, 4, 5, 7.5, 10]
/** Minor units. */
const MIN_WIDTH = 1

/** Counts amounts (minor units) in buckets of equal, round width; the last one extends to the highest amount. */
export function priceHistogram(amounts: readonly number[]): Buckets {
  if (amounts.length === 0) return []
  const sorted = Float64Array.from(amounts).sort()
  const lowest = sorted[0] ?? 0
  const highest = sorted.at(-1) ?? 0
  const shown = sorted[Math.floor((sorted.length - 1) * SHOWN_SHARE)] ?? highest

  const width = roundWidth((shown - lowest + 1) / TARGET_BUCKETS)
  const first = Math.floor(lowest / width) * width
  const count = Math.floor((shown - first) / width) + 1
  const buckets: Buckets = Array.from({ length: count }, (_, index) => ({
    from: first + index * width,
    to: first + (index + 1) * width,
    count: 0,
  }))
  for (const amount of sorted) {
    const bucket = buckets[Math.min(count - 1, Math.floor((amount - first) / width))]
    if (bucket) bucket.count++
  }
  const last = buckets.at(-1)
  if (last) last.to = Math.max(last.to, (Math.floor(highest / width) + 1) * width)
  return buckets
}

/** The next round number that is at least `width`, in whole minor units. */
function roundWidth(width: number): number {
  if (width <= MIN_WIDTH) return MIN_WIDTH
  const power = 10 ** Math.floor(Math.log10(width))
  const round = ROUND_WIDTHS.map((step) => step * power).find((step) => step >= width && Number.isInteger(step))
  return round ?? 10 * power
}
