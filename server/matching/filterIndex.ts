import type { IdNumbers } from './filterIds.ts'
import { type Atom, NO_ATOM } from './sightings.ts'

const FIRST_SLOTS = 1024
const MAX_LOAD = 0.6
/** Numbers of a slot: the last of the id's, of which all bits are random, and the atom; `NO_ATOM` for an empty slot. */
const SLOT = 2

/** Where a filter is: under which atom (of several the first), and at which place there. */
export type Filed = { readonly slot: number; readonly anchor: Atom; readonly at: number }

/** Finds filters by their ids. The ids themselves stand in the records, which are asked for the last word. */
export class FilterIndex {
  size = 0
  private slots = new Int32Array(SLOT * FIRST_SLOTS)
  private mask = FIRST_SLOTS - 1
  private readonly locate: (anchor: Atom, id: IdNumbers) => number

  /** @param locate where the record of a filter begins that is filed under an atom, of several the first; -1 for none */
  constructor(locate: (anchor: Atom, id: IdNumbers) => number) {
    this.locate = locate
  }

  find(id: IdNumbers): Filed | undefined {
    const { slots, mask } = this
    const tag = id[3] as number
    for (let slot = homeOf(tag) & mask; slots[SLOT * slot + 1] !== NO_ATOM; slot = (slot + 1) & mask) {
      if (slots[SLOT * slot] !== tag) continue
      const anchor = slots[SLOT * slot + 1] as Atom
      const at = this.locate(anchor, id)
      if (at >= 0) return { slot, anchor, at }
    }
    return undefined
  }

  /** Enters a filter that is not here. */
  add(id: IdNumbers, anchor: Atom): void {
    if (this.size >= (this.mask + 1) * MAX_LOAD) this.grow()
    this.put(id[3] as number, anchor)
    this.size++
  }

  /** A filter that was filed under `from` is now filed under `to`. */
  move(id: IdNumbers, from: Atom, to: Atom): void {
    const { slots, mask } = this
    const tag = id[3] as number
    // Of two filters alike in both numbers it does not matter which is taken.
    let slot = homeOf(tag) & mask
    while (slots[SLOT * slot] !== tag || slots[SLOT * slot + 1] !== from) slot = (slot + 1) & mask
    slots[SLOT * slot + 1] = to
  }

  remove(removed: number): void {
    const { slots, mask } = this
    this.size--
    // What was put behind the slot because it was full moves up, so that looks need not go over gaps.
    let slot = removed
    for (let next = (slot + 1) & mask; slots[SLOT * next + 1] !== NO_ATOM; next = (next + 1) & mask) {
      const wanted = homeOf(slots[SLOT * next] as number) & mask
      if (((next - wanted) & mask) < ((next - slot) & mask)) continue
      slots[SLOT * slot] = slots[SLOT * next] as number
      slots[SLOT * slot + 1] = slots[SLOT * next + 1] as Atom
      slot = next
    }
    slots[SLOT * slot + 1] = NO_ATOM
  }

  private put(tag: number, anchor: Atom): void {
    const { slots, mask } = this
    let slot = homeOf(tag) & mask
    while (slots[SLOT * slot + 1] !== NO_ATOM) slot = (slot + 1) & mask
    slots[SLOT * slot] = tag
    slots[SLOT * slot + 1] = anchor
  }

  private grow(): void {
    const old = this.slots
    this.mask = 2 * this.mask + 1
    this.slots = new Int32Array(2 * old.length)
    for (let at = 0; at < old.length; at += SLOT) {
      if (old[at + 1] !== NO_ATOM) this.put(old[at] as number, old[at + 1] as Atom)
    }
  }
}

function homeOf(tag: number): number {
  return tag ^ (tag >>> 15)
}
