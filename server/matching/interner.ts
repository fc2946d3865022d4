/** Interns values: equal ones are held once. They must not be changed. */
export class Interner {
  private readonly values = new Map<string, unknown>()
  private readonly limit: number

  /** @param limit of different values; at the limit all are forgotten */
  constructor(limit = Number.POSITIVE_INFINITY) {
    this.limit = limit
  }

  /** The value that stands for all that are equal to this one as JSON. */
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
