import { hashOf } from './hashing.ts'

/** Number of a filter while it is there. */
export type Owner = number

const NO_SLOT = -1
const FIRST_SLOTS = 1024
const MAX_LOAD = 0.6

/** The filters' ids and the small numbers that stand for them: a Map of strings would take four times the room. */
export class Owners {
  size = 0
  private readonly ids: string[] = []
  private readonly free: Owner[] = []
  /** Owner and one, so that 0 is an empty slot. */
  private slots = new Int32Array(FIRST_SLOTS)

  idOf(owner: Owner): string {
    return this.ids[owner] as string
  }

  find(id: string): Owner | undefined {
    const slot = this.slotOf(id)
    return slot === NO_SLOT ? undefined : (this.slots[slot] as number) - 1
  }

  /** Gives an id that is not there a number: a small one, to be used in arrays. */
  add(id: string): Owner {
    if (this.size >= this.slots.length * MAX_LOAD) this.grow()
    const owner = this.free.pop() ?? this.ids.length
    this.ids[owner] = id
    this.put(owner)
    this.size++
    return owner
  }

  remove(id: string): void {
    let slot = this.slotOf(id)
    if (slot === NO_SLOT) return
    const { slots } = this
    const owner = (slots[slot] as number) - 1
    this.ids[owner] = ''
    this.free.push(owner)
    this.size--
    // What was put behind the slot because it was full moves up, so that looks need not go over gaps.
    const mask = slots.length - 1
    for (let next = (slot + 1) & mask; slots[next] !== 0; next = (next + 1) & mask) {
      const wanted = hashOf(this.idOf((slots[next] as number) - 1)) & mask
      if (((next - wanted) & mask) < ((next - slot) & mask)) continue
      slots[slot] = slots[next] as number
      slot = next
    }
    slots[slot] = 0
  }

  private slotOf(id: string): number {
    const { slots, ids } = this
    const mask = slots.length - 1
    for (let slot = hashOf(id) & mask; slots[slot] !== 0; slot = (slot + 1) & mask) {
      if (ids[(slots[slot] as number) - 1] === id) return slot
    }
    return NO_SLOT
  }

  private put(owner: Owner): void {
    const { slots } = this
    const mask = slots.length - 1
    let slot = hashOf(this.idOf(owner)) & mask
    while (slots[slot] !== 0) slot = (slot + 1) & mask
    slots[slot] = owner + 1
  }

  private grow(): void {
    const old = this.slots
    this.slots = new Int32Array(2 * old.length)
    for (const slot of old) if (slot !== 0) this.put(slot - 1)
  }
}
