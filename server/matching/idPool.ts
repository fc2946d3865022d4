/** Assigns small integer ids to items; ids of removed items are used again. */
export class IdPool<T> {
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
