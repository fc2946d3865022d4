/**
 * `npm run bench:matching`: measures the cost of matching an auction with all filters, compared with tokenising alone and with
 * a naive loop, in one run over one seeded workload (`workload.ts`). Exit code 1 if the engine and the loop find different
 * pairs, or a change of the filters does not affect the next auction. Options: `options.ts`.
 */
import { cpus, loadavg } from 'node:os'
import { churn } from './churn.ts'
import { answersOf, buildEngine, speedOf } from './engine.ts'
import type { Figures, SizeFigures } from './figures.ts'
import { cpuPerItem, usedBytes } from './measure.ts'
import { runNaive } from './naive.ts'
import { readOptions } from './options.ts'
import { report } from './report.ts'
import { count } from './table.ts'
import { TokenisingAlone } from './tokenising.ts'
import { makeWorkload } from './workload.ts'

/** Word forms and compounds are measured from this many filters on, or at the largest size. */
const WORD_MATCH_FROM = 100_000
/** Filters and auctions of the warm-up round, so that compiled code does not count as memory. */
const WARM_UP = 2000
const DIFFERENCES_SHOWN = 5

const options = readOptions()
const { seed, sizes } = options
const largest = sizes.at(-1) ?? 0

printMachine('before')
const workload = makeWorkload(seed)
const auctions = Array.from({ length: options.auctions }, (_, number) => workload.auction(number))
const figures: Figures = { auctions: auctions.length, sizes: [], wordMatches: [] }
const faults: string[] = []

for (const wordMatch of ['exact', 'forms', 'compounds'] as const) {
  const { engine } = await buildEngine(workload, firstNumbers(WARM_UP), wordMatch)
  await answersOf(engine, auctions.slice(0, WARM_UP))
}
for (const filters of sizes) {
  const exact = await measureExact(filters)
  figures.sizes.push(exact)
  if (filters >= WORD_MATCH_FROM || filters === largest) {
    for (const wordMatch of ['forms', 'compounds'] as const) await measureWordMatch(wordMatch, exact)
  }
}

report(figures)
printMachine('after')
for (const fault of faults.slice(0, DIFFERENCES_SHOWN)) console.error(`ERROR ${fault}`)
if (faults.length > 0) console.error(`${count(faults.length)} errors`)
process.exitCode = faults.length > 0 ? 1 : 0

async function measureExact(filters: number): Promise<SizeFigures> {
  say(`${count(filters)} filters: naive loop`)
  const naive = await runNaive(workload, filters, auctions)
  const tokenising = await measureTokenising(naive.words)
  say(`${count(filters)} filters: engine`)
  const built = await buildEngine(workload, firstNumbers(filters), 'exact')
  const answers = await answersOf(built.engine, auctions, naive.pairs)
  faults.push(...answers.differences)
  const speed = await speedOf(built.engine, auctions)
  const bytesUsed = (await usedBytes()) - built.bytesBefore
  if (filters === largest) {
    say(`${count(filters)} filters: changes`)
    const changed = await churn(built.engine, workload, filters, auctions, options)
    faults.push(...changed.faults)
    figures.churn = { ...changed, filters, before: speed }
  }
  const pairs = naive.pairs.reduce((sum, { length }) => sum + length, 0)
  return {
    filters,
    answers,
    build: built.cost,
    bytesBuilt: built.bytes,
    bytesUsed,
    speed,
    tokenising,
    naive: { cpu: naive.cpu, auctions: naive.pairs.length, pairs },
  }
}

function measureTokenising(words: readonly string[]): Promise<number> {
  const tokenising = new TokenisingAlone(words)
  return cpuPerItem(auctions, (auction) => tokenising.countKnown(auction))
}

async function measureWordMatch(wordMatch: 'forms' | 'compounds', exact: SizeFigures): Promise<void> {
  const { filters } = exact
  say(`${count(filters)} filters: ${wordMatch}`)
  const { engine, cost, bytesBefore } = await buildEngine(workload, firstNumbers(filters), wordMatch)
  const answers = await answersOf(engine, auctions)
  const speed = await speedOf(engine, auctions)
  const bytesUsed = (await usedBytes()) - bytesBefore
  const timesExact = speed.cpu / exact.speed.cpu
  figures.wordMatches.push({ filters, wordMatch, answers, build: cost, bytesUsed, speed, timesExact })
}

function firstNumbers(count: number): Uint32Array {
  return Uint32Array.from({ length: count }, (_, number) => number)
}

function printMachine(when: string): void {
  const load = loadavg().map((average) => average.toFixed(2))
  console.log(
    `${when}: load ${load.join(' ')} (1, 5, 15 minutes), ${cpus().length} cores, Node ${process.versions.node}, seed ${seed}`,
  )
}

/** Reports progress on stderr, because a run takes minutes. */
function say(what: string): void {
  console.error(`${new Date().toISOString().slice(11, 19)} ${what}`)
}
