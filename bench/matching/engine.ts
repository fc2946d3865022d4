import type { Auction } from '../../contract/auction.ts'
import { createMatcher } from '../../server/matching/index/matcher.ts'
import { NOW } from './auctions.ts'
import {
  type Cost,
  collectYoung,
  costOf,
  cpuPerItem,
  forEachWithTurns,
  type Latency,
  latencyPerItem,
  sumOf,
  usedBytes,
} from './measure.ts'
import type { Pair } from './naive.ts'
import { convert, type WordMatch, type Workload } from './workload.ts'

export type Engine = ReturnType<typeof createMatcher>

/** Filters are created in batches of this size, outside the measured time, and released once added. */
export const BATCH = 10_000

export type Built = { readonly engine: Engine; readonly cost: Cost; readonly bytesBefore: number; readonly bytes: number }

/** Builds an engine with the filters of these numbers; `bytes`: its memory without the filter objects. */
export async function buildEngine(workload: Workload, numbers: Uint32Array, wordMatch: WordMatch): Promise<Built> {
  const bytesBefore = await usedBytes()
  const engine = createMatcher({ clock: () => NOW, convert })
  const cost = await addFilters(engine, workload, numbers, wordMatch)
  return { engine, cost, bytesBefore, bytes: (await usedBytes()) - bytesBefore }
}

export async function addFilters(engine: Engine, workload: Workload, numbers: Uint32Array, wordMatch: WordMatch): Promise<Cost> {
  const costs: Cost[] = []
  for (let from = 0; from < numbers.length; from += BATCH) {
    const filters = Array.from(numbers.subarray(from, from + BATCH), (number) => workload.filter(number, wordMatch))
    collectYoung()
    costs.push(await costOf(() => forEachWithTurns(filters, (filter) => engine.add(filter))))
  }
  return sumOf(costs)
}

export type Answers = {
  /** Pairs of auction and filter. */
  readonly pairs: number
  /** Checksum of all pairs, independent of their order. */
  readonly checksum: string
  /** Differences from the expected pairs. */
  readonly differences: readonly string[]
}

/** Matches all auctions once; `expected`: the pairs of the first auctions. */
export async function answersOf(
  engine: Engine,
  auctions: readonly Auction[],
  expected: readonly Pair[][] = [],
): Promise<Answers> {
  const differences: string[] = []
  let pairs = 0
  let checksum = 0
  await forEachWithTurns(auctions, (auction, index) => {
    const found = engine.match(auction)
    pairs += found.length
    for (const { filterId } of found) checksum = (checksum + pairHash(filterId, index)) >>> 0
    const wanted = expected[index]
    if (wanted) differences.push(...differencesOf(auction, found, wanted))
  })
  return { pairs, checksum: checksum.toString(16).padStart(8, '0'), differences }
}

function differencesOf(auction: Auction, found: readonly Pair[], wanted: readonly Pair[]): string[] {
  const byId = (pairs: readonly Pair[]) => new Map(pairs.map(({ filterId, flags }) => [filterId, flags.join(' ')]))
  const [foundById, wantedById] = [byId(found), byId(wanted)]
  const ids = new Set([...foundById.keys(), ...wantedById.keys()])
  const differences = [...ids]
    .filter((id) => foundById.get(id) !== wantedById.get(id))
    .map((id) => {
      const says = (flags: string | undefined) => (flags === undefined ? 'no match' : `match with flags [${flags}]`)
      return `auction ${auction.id}, filter ${id}: engine ${says(foundById.get(id))}, loop ${says(wantedById.get(id))}`
    })
  if (foundById.size < found.length) differences.push(`auction ${auction.id}: the engine names a filter twice`)
  return differences
}

export type Speed = Latency & { readonly cpu: number }

/** Measures microseconds per auction. */
export async function speedOf(engine: Engine, auctions: readonly Auction[]): Promise<Speed> {
  const match = (auction: Auction) => {
    let read = 0
    // Reads every match, so that an engine that creates them lazily pays for that.
    for (const { filterId, flags } of engine.match(auction)) read += filterId.length + flags.length
    return read
  }
  const cpu = await cpuPerItem(auctions, match)
  return { cpu, ...(await latencyPerItem(auctions, match)) }
}

/** Constants of the MurmurHash3 finalizer and of FNV-1a. */
const MIX_MULTIPLIER = 0x85ebca6b
const MIX_SHIFTS = { first: 16, second: 13 }
const FNV_PRIME = 0x01000193

/** FNV-1a of the filter's id, seeded with the auction's number and mixed, so that the sum of all hashes identifies the pairs. */
function pairHash(filterId: string, auction: number): number {
  let hash = Math.imul(auction + 1, MIX_MULTIPLIER)
  for (let at = 0; at < filterId.length; at++) hash = Math.imul(hash ^ filterId.charCodeAt(at), FNV_PRIME)
  hash = Math.imul(hash ^ (hash >>> MIX_SHIFTS.first), MIX_MULTIPLIER)
  return (hash ^ (hash >>> MIX_SHIFTS.second)) >>> 0
}
