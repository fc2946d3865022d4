import type { Cost } from '../process/parent.ts'
import type { World } from './world.ts'

/** Times of one kind of request, milliseconds; `found`: median number of results. */
export type Figures = {
  readonly name: string
  readonly times: number
  readonly failures: number
  readonly found: number | undefined
  readonly p50: number
  readonly p95: number
  readonly p99: number
  readonly max: number
  readonly cost: Cost
}

/** Times requests of one kind. */
export class Times {
  private readonly ms: number[] = []
  private readonly found: number[] = []
  private failures = 0

  async time(request: () => Promise<{ isDone: boolean; found?: number }>): Promise<void> {
    const began = performance.now()
    const { isDone, found } = await request()
    if (isDone) this.ms.push(performance.now() - began)
    else this.failures++
    if (found !== undefined) this.found.push(found)
  }

  async figures(name: string, world: World): Promise<Figures> {
    const ms = this.ms.toSorted((a, b) => a - b)
    const at = (share: number) => ms[Math.min(ms.length - 1, Math.floor(ms.length * share))] ?? Number.NaN
    const { failures } = this
    const middle = this.found.toSorted((a, b) => a - b)[Math.floor(this.found.length / 2)]
    const cost = await world.cost()
    return { name, times: ms.length, failures, found: middle, p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1), cost }
  }
}
