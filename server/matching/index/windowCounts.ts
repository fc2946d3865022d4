/** The number of filters by their "ends within" minutes. */
export class WindowCounts {
  private readonly counts = new Map<number, number>()

  add(minutes: number | undefined): void {
    if (minutes !== undefined) this.counts.set(minutes, (this.counts.get(minutes) ?? 0) + 1)
  }

  remove(minutes: number | undefined): void {
    if (minutes === undefined) return
    const left = (this.counts.get(minutes) ?? 0) - 1
    if (left > 0) this.counts.set(minutes, left)
    else this.counts.delete(minutes)
  }

  /** Ascending. */
  list(): number[] {
    return [...this.counts.keys()].sort((a, b) => a - b)
  }
}
