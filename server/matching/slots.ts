/** Things by small numbers that are given out, given back and given out again. */
export class Slots<T> {
  private readonly things: (T | undefined)[] = []
  private readonly free: number[] = []

  add(thing: T): number {
    const slot = this.free.pop() ?? this.things.length
    this.things[slot] = thing
    return slot
  }

  get(slot: number): T {
    // Only numbers that were given out are asked for.
    return this.things[slot] as T
  }

  remove(slot: number): void {
    this.things[slot] = undefined
    this.free.push(slot)
  }
}
