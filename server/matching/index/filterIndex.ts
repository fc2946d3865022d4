import { NO_TERM, type TermId } from './documentTerms.ts'
import type { IdNumbers } from './filterIds.ts'

const FIRST_SLOTS = 1024
const MAX_LOAD = 0.6
/** Numbers per slot: the last number of the id, whose bits are all random, and the term; `NO_TERM` for an empty slot. */
const SLOT = 2

/** The position of a filter: its (first) index key and its record there. */
export type Filed = { readonly slot: number; readonly indexKey: TermId; readonly at: number }

/** Finds filters by id. The ids are stored in the records, which are compared to confirm a hit. */
export class FilterIndex {
  size = 0
  private slots = new Int32Array(SLOT * FIRST_SLOTS)
  private mask = FIRST_SLOTS - 1
  private readonly locate: (indexKey: TermId, id: IdNumbers) => number

  /** @param locate finds the start of a filter's record under a term (of several the first); -1 if there is none */
  constructor(locate: (indexKey: TermId, id: IdNumbers) => number) {
    this.locate = locate
  }

  find(id: IdNumbers): Filed | undefined {
    const { slots, mask } = this
    const tag = id[3] as number
    for (let slot = homeOf(tag) & mask; slots[SLOT * slot + 1] !== NO_TERM; slot = (slot + 1) & mask) {
      if (slots[SLOT * slot] !== tag) continue
      const indexKey = slots[SLOT * slot + 1] as TermId
      const at = this.locate(indexKey, id)
      if (at >= 0) return { slot, indexKey, at }
    }
    return undefined
  }

  /** Adds a filter that is not in the index. */
  add(id: IdNumbers, indexKey: TermId): void {
    if (this.size >= (this.mask + 1) * MAX_LOAD) this.grow()
    this.put(id[3] as number, indexKey)
    this.size++
  }

  /** Updates a filter that moved from one key to another. */
  move(id: IdNumbers, from: TermId, to: TermId): void {
    const { slots, mask } = this
    const tag = id[3] as number
    // If two filters have the same numbers, either may be updated.
    let slot = homeOf(tag) & mask
    while (slots[SLOT * slot] !== tag || slots[SLOT * slot + 1] !== from) slot = (slot + 1) & mask
    slots[SLOT * slot + 1] = to
  }

  remove(removed: number): void {
    const { slots, mask } = this
    this.size--
    // Entries that were displaced by the removed one move up, so that no gap ends a search early.
    let slot = removed
    for (let next = (slot + 1) & mask; slots[SLOT * next + 1] !== NO_TERM; next = (next + 1) & mask) {
      const wanted = homeOf(slots[SLOT * next] as number) & mask
      if (((next - wanted) & mask) < ((next - slot) & mask)) continue
      slots[SLOT * slot] = slots[SLOT * next] as number
      slots[SLOT * slot + 1] = slots[SLOT * next + 1] as TermId
      slot = next
    }
    slots[SLOT * slot + 1] = NO_TERM
  }

  private put(tag: number, indexKey: TermId): void {
    const { slots, mask } = this
    let slot = homeOf(tag) & mask
    while (slots[SLOT * slot + 1] !== NO_TERM) slot = (slot + 1) & mask
    slots[SLOT * slot] = tag
    slots[SLOT * slot + 1] = indexKey
  }

  private grow(): void {
    const old = this.slots
    this.mask = 2 * this.mask + 1
    this.slots = new Int32Array(2 * old.length)
    for (let at = 0; at < old.length; at += SLOT) {
      if (old[at + 1] !== NO_TERM) this.put(old[at] as number, old[at + 1] as TermId)
    }
  }
}

function homeOf(tag: number): number {
  return tag ^ (tag >>> 15)
}
