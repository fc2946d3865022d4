export type Limit = { readonly burst: number; readonly perSecond: number }

type Bucket = { tokens: number; at: number }

/** Beyond this many callers, the fullest buckets are dropped, so that a flood of addresses cannot fill the memory. */
const MAX_CALLERS = 10_000

/** Token buckets, one per caller. */
export class Limiter {
  readonly #limit: Limit
  readonly #buckets = new Map<string, Bucket>()

  constructor(limit: Limit) {
    this.#limit = limit
  }

  /**
   * Takes one token.
   * @returns 0, or the milliseconds until the next token
   */
  take(caller: string, nowMs: number): number {
    const { burst, perSecond } = this.#limit
    const bucket = this.#buckets.get(caller) ?? { tokens: burst, at: nowMs }
    bucket.tokens = Math.min(burst, bucket.tokens + (Math.max(0, nowMs - bucket.at) / 1000) * perSecond)
    bucket.at = nowMs
    if (!this.#buckets.has(caller)) this.#makeRoom()
    this.#buckets.set(caller, bucket)
    if (bucket.tokens < 1) return Math.ceil(((1 - bucket.tokens) / perSecond) * 1000)
    bucket.tokens -= 1
    return 0
  }

  #makeRoom(): void {
    if (this.#buckets.size < MAX_CALLERS) return
    const oldest = this.#buckets.keys().next().value
    if (oldest !== undefined) this.#buckets.delete(oldest)
  }
}
