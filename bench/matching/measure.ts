import { setImmediate } from 'node:timers/promises'

/** Items between turns of the event loop. Work that an engine defers to them is part of its cost. */
const TURN_EVERY = 1000
/** Items processed before the measurement, until all code is compiled. */
const WARM_UP_ITEMS = 20_000
/** The best of at least this many passes counts, because other programs only ever slow a pass down. */
const LEAST_PASSES = 2
/** Passes are repeated for at least this long, so that a short disturbance does not affect all of them. */
const LEAST_MS = 3000
const MICROSECONDS_PER_MS = 1000

export type Cost = { readonly cpuMicroseconds: number; readonly wallSeconds: number }

/** Measures the cost of some work to the process, including garbage collection and compilation. */
export async function costOf(work: () => void | Promise<void>): Promise<Cost> {
  const started = performance.now()
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return { cpuMicroseconds: user + system, wallSeconds: (performance.now() - started) / 1000 }
}

export function sumOf(costs: readonly Cost[]): Cost {
  return costs.reduce(
    (sum, cost) => ({
      cpuMicroseconds: sum.cpuMicroseconds + cost.cpuMicroseconds,
      wallSeconds: sum.wallSeconds + cost.wallSeconds,
    }),
    { cpuMicroseconds: 0, wallSeconds: 0 },
  )
}

/** Processes each item, with turns of the event loop in between. */
export async function forEachWithTurns<T>(items: readonly T[], work: (item: T, index: number) => void): Promise<void> {
  for (let index = 0; index < items.length; index++) {
    work(items[index] as T, index)
    if (index % TURN_EVERY === TURN_EVERY - 1) await setImmediate()
  }
  await setImmediate()
}

/** CPU microseconds per item, once warm. The results of `work` are summed, so that it cannot be optimised away. */
export async function cpuPerItem<T>(items: readonly T[], work: (item: T) => number): Promise<number> {
  let answers = 0
  const pass = () =>
    forEachWithTurns(items, (item) => {
      answers += work(item)
    })
  for (let warmed = 0; warmed < WARM_UP_ITEMS; warmed += items.length) await pass()
  let best = Number.POSITIVE_INFINITY
  await severalTimes(async () => {
    best = Math.min(best, (await costOf(pass)).cpuMicroseconds)
  })
  if (!Number.isFinite(answers)) throw new Error('an answer is not a number')
  return best / items.length
}

export type Latency = { readonly median: number; readonly p99: number }

/**
 * Wall-clock microseconds of single items, from the pass with the lower p99. Separate from CPU time, because reading the clock
 * has a cost.
 */
export async function latencyPerItem<T>(items: readonly T[], work: (item: T) => number): Promise<Latency> {
  const passes: Latency[] = []
  await severalTimes(async () => {
    const times = new Float64Array(items.length)
    await forEachWithTurns(items, (item, index) => {
      const started = performance.now()
      work(item)
      times[index] = (performance.now() - started) * MICROSECONDS_PER_MS
    })
    times.sort()
    passes.push({ median: quantile(times, 0.5), p99: quantile(times, 0.99) })
  })
  return passes.reduce((best, next) => (next.p99 < best.p99 ? next : best))
}

async function severalTimes(pass: () => Promise<void>): Promise<void> {
  const started = performance.now()
  for (let passes = 0; passes < LEAST_PASSES || performance.now() - started < LEAST_MS; passes++) await pass()
}

function quantile(sorted: Float64Array, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** Bytes in use after garbage collection. */
export async function usedBytes(): Promise<number> {
  if (!globalThis.gc) throw new Error('needs node --expose-gc')
  // Memory outside the heap is only freed by the second collection.
  for (let round = 0; round < 2; round++) {
    globalThis.gc()
    await setImmediate()
  }
  const { heapUsed, external, arrayBuffers } = process.memoryUsage()
  // `external` includes array buffers but not shared ones; `arrayBuffers` includes both.
  return heapUsed + Math.max(external, arrayBuffers)
}

/** Collects the garbage of creating the workload, so that it does not count as the engine's. */
export function collectYoung(): void {
  globalThis.gc?.({ type: 'minor', execution: 'sync' })
}
