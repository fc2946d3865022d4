/** Interns values: equal values share one object, which must not be modified. */
export class Interner {
  private readonly values = new Map<string, unknown>()
  private readonly limit: number

  /** @param limit maximum of distinct values; when it is reached, all are dropped */
  constructor(limit = Number.POSITIVE_INFINITY) {
    this.limit = limit
  }

  /** The shared value that is equal to this one as JSON. */
  intern<T>(value: T): T {
    const key = JSON.stringify(value) ?? ''
    if (!this.values.has(key)) {
      if (this.values.size >= this.limit) this.values.clear()
      this.values.set(key, value)
    }
    return this.values.get(key) as T
  }

  clear(): void {
    this.values.clear()
  }
}
