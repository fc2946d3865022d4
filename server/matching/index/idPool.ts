/** Assigns small integer ids to items; ids of removed items are reused. */
export class IdPool<T> {
  private readonly things: (T | undefined)[] = []
  private readonly free: number[] = []

  add(thing: T): number {
    const slot = this.free.pop() ?? this.things.length
    this.things[slot] = thing
    return slot
  }

  get(slot: number): T {
    // Only called with assigned ids.
    return this.things[slot] as T
  }

  remove(slot: number): void {
    this.things[slot] = undefined
    this.free.push(slot)
  }
}
