import type { Auction } from '../../contract/auction.ts'
import { checkSeen } from './checkSeen.ts'
import { addFilters, answersOf, BATCH, buildEngine, type Engine, type Speed, speedOf } from './engine.ts'
import { type Cost, collectYoung, costOf, forEachWithTurns, sumOf } from './measure.ts'
import { Random, STREAMS } from './random.ts'
import type { Workload } from './workload.ts'

export type ChurnPlan = { readonly adds: number; readonly changes: number; readonly seed: number }

export type Churn = {
  readonly addOne: Cost
  readonly removeOne: Cost
  /** Cost of removing one filter and adding another. */
  readonly change: Cost
  readonly after: Speed
  /** A fresh engine with the same filters. */
  readonly fresh: Speed
  readonly faults: readonly string[]
}

/** Randomly changes the filters of an engine that starts with those numbered below `size`, and measures the effect. */
export async function churn(
  engine: Engine,
  workload: Workload,
  size: number,
  auctions: readonly Auction[],
  plan: ChurnPlan,
): Promise<Churn> {
  const live = new Live(size + plan.adds, size, new Random(plan.seed, STREAMS.churn))
  const checkedFrom = size + plan.adds + plan.changes
  const faults = checkSeen(engine, workload, auctions, checkedFrom)

  const added = live.addNew(plan.adds)
  const addOne = await addFilters(engine, workload, added, 'exact')
  const removeOne = await removeFilters(engine, workload, live.removeRandom(plan.adds))
  const change = await changeFilters(engine, workload, live, plan.changes)

  faults.push(...checkSeen(engine, workload, auctions, checkedFrom))
  if (engine.size !== live.count) faults.push(`${engine.size} filters are left of ${live.count}`)
  const answers = await answersOf(engine, auctions)
  const after = await speedOf(engine, auctions)
  const { engine: freshEngine } = await buildEngine(workload, live.numbers(), 'exact')
  const freshAnswers = await answersOf(freshEngine, auctions)
  if (answers.checksum !== freshAnswers.checksum) faults.push('a fresh engine with the same filters finds other pairs')
  const fresh = await speedOf(freshEngine, auctions)
  return {
    addOne: each(addOne, plan.adds),
    removeOne: each(removeOne, plan.adds),
    change: each(change, plan.changes),
    after,
    fresh,
    faults,
  }
}

function each({ cpuMicroseconds, wallSeconds }: Cost, count: number): Cost {
  return { cpuMicroseconds: cpuMicroseconds / count, wallSeconds: wallSeconds / count }
}

async function removeFilters(engine: Engine, workload: Workload, numbers: Uint32Array): Promise<Cost> {
  const ids = Array.from(numbers, (number) => workload.filterId(number))
  collectYoung()
  return costOf(() => forEachWithTurns(ids, (id) => engine.remove(id)))
}

async function changeFilters(engine: Engine, workload: Workload, live: Live, changes: number): Promise<Cost> {
  const costs: Cost[] = []
  for (let left = changes; left > 0; ) {
    const count = Math.min(BATCH, left, live.count)
    left -= count
    const removed = Array.from(live.removeRandom(count), (number) => workload.filterId(number))
    const added = Array.from(live.addNew(count), (number) => workload.filter(number, 'exact'))
    collectYoung()
    costs.push(
      await costOf(() =>
        forEachWithTurns(added, (filter, index) => {
          engine.remove(removed[index] ?? '')
          engine.add(filter)
        }),
      ),
    )
  }
  return sumOf(costs)
}

/** The numbers of an engine's current filters. */
class Live {
  count: number
  private readonly all: Uint32Array
  private next: number
  private readonly random: Random

  constructor(capacity: number, count: number, random: Random) {
    this.all = Uint32Array.from({ length: capacity }, (_, index) => index)
    this.count = count
    this.next = count
    this.random = random
  }

  numbers(): Uint32Array {
    return this.all.slice(0, this.count)
  }

  addNew(count: number): Uint32Array {
    const added = Uint32Array.from({ length: count }, () => this.next++)
    this.all.set(added, this.count)
    this.count += count
    return added
  }

  removeRandom(count: number): Uint32Array {
    return Uint32Array.from({ length: count }, () => {
      const at = this.random.below(this.count)
      const removed = this.all[at] ?? 0
      this.all[at] = this.all[--this.count] ?? 0
      return removed
    })
  }
}
