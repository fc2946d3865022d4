import type { Auction } from '../../contract/auction.ts'
import type { Criterion, Filter } from '../../contract/filter.ts'
import { costOf } from './measure.ts'
import { readAuction } from './naiveAuction.ts'
import { NaiveFilter } from './naiveFilter.ts'
import type { Workload } from './workload.ts'

export type Pair = { readonly filterId: string; readonly flags: readonly Criterion[] }

/** Comparisons of a filter with an auction (about a minute), and the minimum number of auctions. */
const COMPARISONS = 200_000_000
const LEAST_AUCTIONS = 100
/** The best of this many parts of the auctions counts, like the best pass in `measure.ts`. */
const PARTS = 2

/**
 * The baseline for the engine: a loop over all filters, each prepared once, with each auction's tokens in a set; compares
 * numbers first, then words. Shares only the contract's functions with the engine, so that equal results are meaningful.
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

  /** The distinct words of the filters. */
  words(): string[] {
    return [...this.known.keys()]
  }

  /** Interns words: a million filters would otherwise hold several million strings. */
  private onlyCopy(word: string): string {
    const known = this.known.get(word)
    if (known === undefined) this.known.set(word, word)
    return known ?? word
  }
}

export type NaivePass = {
  /** Microseconds per auction. */
  readonly cpu: number
  /** The pairs of each auction that was run. */
  readonly pairs: Pair[][]
  /** The distinct words of the filters. */
  readonly words: string[]
}

/** Runs the loop with the filters numbered below `size`, over as many auctions as time allows. */
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
