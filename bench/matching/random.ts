/** Rounds after which sfc32 is independent of how it was seeded. */
const WARM_UP_ROUNDS = 12
const UINT32_SPAN = 0x1_0000_0000

/** One stream of random numbers for each purpose. */
export const STREAMS = { words: 1, products: 2, auctions: 3, filters: 4, filterIds: 5, churn: 6 } as const

/**
 * sfc32: a small generator that gives the same numbers on every machine. Each item of the workload has its own numbers, by
 * stream and index, so that it can be recreated without the items before it.
 */
export class Random {
  private a = 0
  private b = 0
  private c = 0
  private counter = 0

  constructor(seed: number, stream: number, index = 0) {
    this.restart(seed, stream, index)
  }

  restart(seed: number, stream: number, index: number): void {
    this.a = seed | 0
    this.b = stream | 0
    this.c = index | 0
    this.counter = 1
    for (let round = 0; round < WARM_UP_ROUNDS; round++) this.uint32()
  }

  uint32(): number {
    const sum = (this.a + this.b + this.counter++) | 0
    this.a = this.b ^ (this.b >>> 9)
    this.b = (this.c + (this.c << 3)) | 0
    this.c = (((this.c << 21) | (this.c >>> 11)) + sum) | 0
    return sum >>> 0
  }

  /** In [0, 1). */
  unit(): number {
    return this.uint32() / UINT32_SPAN
  }

  /** An integer in [0, end). */
  below(end: number): number {
    return Math.floor(this.unit() * end)
  }

  /** An integer, both bounds included. */
  between(least: number, most: number): number {
    return least + this.below(most - least + 1)
  }

  chance(share: number): boolean {
    return this.unit() < share
  }

  pick<T>(list: readonly T[]): T {
    const picked = list[this.below(list.length)]
    if (picked === undefined) throw new Error('nothing to pick from')
    return picked
  }

  /** Draws `count` items of a list, or all, uniformly and in the list's order. */
  someOf<T>(list: readonly T[], count: number): T[] {
    let wanted = Math.min(count, list.length)
    return list.filter((_, at) => {
      const isWanted = this.chance(wanted / (list.length - at))
      if (isWanted) wanted--
      return isWanted
    })
  }

  /** Normal distribution with mean 0 and standard deviation 1 (Box–Muller). */
  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.unit())) * Math.cos(2 * Math.PI * this.unit())
  }

  /**
   * A rank in [0, size) by the Zipf–Mandelbrot law with exponent 1: its probability is proportional to 1 / (rank + 1 + shift).
   * Inverts the law's integral, so that the cost does not depend on the size.
   */
  rank(size: number, shift: number): number {
    const first = shift + 0.5
    return Math.min(size - 1, Math.floor(first * ((size + first) / first) ** this.unit() - first))
  }

  /** A rank in [least, end), log-uniform. */
  rankBetween(least: number, end: number): number {
    return Math.floor(least * (end / least) ** this.unit())
  }
}
