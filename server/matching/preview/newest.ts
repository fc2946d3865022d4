/** Keeps the newest few of many items. */
export class Newest<T> {
  private readonly limit: number
  /** Newest first. */
  private readonly kept: { thing: T; at: number }[] = []

  constructor(limit: number) {
    this.limit = limit
  }

  /** `at`: first sight, ms since 1970. */
  offer(thing: T, at: number): void {
    if (this.kept.length >= this.limit && at <= (this.kept.at(-1)?.at ?? Number.POSITIVE_INFINITY)) return
    const place = this.kept.findIndex((other) => other.at < at)
    this.kept.splice(place < 0 ? this.kept.length : place, 0, { thing, at })
    if (this.kept.length > this.limit) this.kept.pop()
  }

  /** Newest first. */
  list(): T[] {
    return this.kept.map(({ thing }) => thing)
  }
}
