import type { Auction } from '../../contract/auction.ts'
import type { Criterion, Filter } from '../../contract/filter.ts'
import { costOf } from './measure.ts'
import { readAuction } from './naiveAuction.ts'
import { NaiveFilter } from './naiveFilter.ts'
import type { Workload } from './workload.ts'

export type Pair = { readonly filterId: string; readonly flags: readonly Criterion[] }

/** So many comparisons of a filter with an auction, a minute or so; at least so many auctions. */
const COMPARISONS = 200_000_000
const LEAST_AUCTIONS = 100
/** The best of so many parts of the auctions counts, as the best pass does of what is faster: see `measure.ts`. */
const PARTS = 2

/**
 * What the engine is compared with: a loop over all filters, each prepared once, each auction's tokens put into a set
 * once; numbers first, then words. Shares nothing with the engine but the contract's functions, so that the same pairs
 * from both mean something.
 */
export class NaiveLoop {
  private readonly filters: NaiveFilter[] = []
  private readonly known = new Map<string, string>()

  add(filter: Filter): void {
    this.filters.push(new NaiveFilter(filter, (word) => this.onlyCopy(word)))
  }

  match(auction: Auction): Pair[] {
    const read = readAuction(auction)
    const pairs: Pair[] = []
    for (const filter of this.filters) if (filter.matches(read)) pairs.push({ filterId: filter.id, flags: filter.flags(read) })
    return pairs
  }

  /** The different words that the filters use. */
  words(): string[] {
    return [...this.known.keys()]
  }

  /** Equal words share one string: a million filters would hold several millions. */
  private onlyCopy(word: string): string {
    const known = this.known.get(word)
    if (known === undefined) this.known.set(word, word)
    return known ?? word
  }
}

export type NaivePass = {
  /** Microseconds an auction. */
  readonly cpu: number
  /** Of each auction of the prefix that was run. */
  readonly pairs: Pair[][]
  /** The different words that the filters use. */
  readonly words: string[]
}

/** Runs the loop over the filters of the numbers below `size`, over as many of the auctions as time allows. */
export async function runNaive(workload: Workload, size: number, auctions: readonly Auction[]): Promise<NaivePass> {
  const loop = new NaiveLoop()
  for (let number = 0; number < size; number++) loop.add(workload.filter(number, 'exact'))
  const run = auctions.slice(0, Math.max(LEAST_AUCTIONS, Math.floor(COMPARISONS / size)))
  const pairs: Pair[][] = []
  const length = Math.ceil(run.length / PARTS)
  let cpu = Number.POSITIVE_INFINITY
  for (let from = 0; from < run.length; from += length) {
    const part = run.slice(from, from + length)
    const { cpuMicroseconds } = await costOf(() => {
      for (const auction of part) pairs.push(loop.match(auction))
    })
    cpu = Math.min(cpu, cpuMicroseconds / part.length)
  }
  return { cpu, pairs, words: loop.words() }
}
