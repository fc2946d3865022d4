import { HASH_SEED, hashOn } from './hashing.ts'

/** Number of an entry of a table; 0 is none. */
export type Entry = number
export const NO_ENTRY: Entry = 0

const FIRST_SLOTS = 1024
const FIRST_UNITS = 8192
/** Beyond this share of used slots looking up gets slow. */
const MAX_LOAD = 0.5

/**
 * Strings with numbers, found from a stretch of a buffer of code units: a text need not be cut into strings to look its
 * words up. Entries are never taken out one by one.
 */
export class StringTable {
  /** How many entries there are; they are numbered from 1. */
  size = 0
  /** Hash and entry, in turn: both lie in one cache line. */
  private slots = new Int32Array(2 * FIRST_SLOTS)
  private mask = FIRST_SLOTS - 1
  /** Where an entry's text begins in `units`, by entry; that of the next one is its end. */
  private starts = new Int32Array(FIRST_SLOTS)
  private units = new Uint16Array(FIRST_UNITS)

  /** The entry whose text is `buffer` from `start` to `end`, whose hash is `hash`. */
  find(hash: number, buffer: Uint16Array, start: number, end: number): Entry {
    const { slots, mask } = this
    let slot = slotOf(hash) & mask
    for (;;) {
      const entry = slots[2 * slot + 1] as number
      if (entry === NO_ENTRY) return NO_ENTRY
      if (slots[2 * slot] === hash && this.is(entry, buffer, start, end)) return entry
      slot = (slot + 1) & mask
    }
  }

  /** As `find`; makes the entry where there is none. */
  intern(hash: number, buffer: Uint16Array, start: number, end: number): Entry {
    const known = this.find(hash, buffer, start, end)
    if (known !== NO_ENTRY) return known
    if (this.size >= (this.mask + 1) * MAX_LOAD) this.grow()
    const entry = ++this.size
    const from = this.starts[entry] as number
    const to = from + end - start
    if (to > this.units.length) this.units = enlarged(this.units, to)
    for (let at = start; at < end; at++) this.units[from + at - start] = buffer[at] as number
    this.starts[entry + 1] = to
    this.put(hash, entry)
    return entry
  }

  findText(text: string): Entry {
    return this.find(hashText(text), scratch, 0, text.length)
  }

  internText(text: string): Entry {
    return this.intern(hashText(text), scratch, 0, text.length)
  }

  text(entry: Entry): string {
    const start = this.starts[entry] as number
    const end = this.starts[entry + 1] as number
    return String.fromCharCode(...this.units.subarray(start, end))
  }

  lengthOf(entry: Entry): number {
    return (this.starts[entry + 1] as number) - (this.starts[entry] as number)
  }

  private is(entry: Entry, buffer: Uint16Array, start: number, end: number): boolean {
    const { units } = this
    let from = this.starts[entry] as number
    if ((this.starts[entry + 1] as number) - from !== end - start) return false
    for (let at = start; at < end; at++, from++) if (buffer[at] !== units[from]) return false
    return true
  }

  private put(hash: number, entry: Entry): void {
    const { slots, mask } = this
    let slot = slotOf(hash) & mask
    while (slots[2 * slot + 1] !== NO_ENTRY) slot = (slot + 1) & mask
    slots[2 * slot] = hash
    slots[2 * slot + 1] = entry
  }

  private grow(): void {
    const old = this.slots
    this.mask = 2 * this.mask + 1
    this.slots = new Int32Array(2 * (this.mask + 1))
    this.starts = enlarged(this.starts, this.mask + 1)
    for (let slot = 0; slot < old.length; slot += 2) {
      const entry = old[slot + 1] as number
      if (entry !== NO_ENTRY) this.put(old[slot] as number, entry)
    }
  }
}

let scratch = new Uint16Array(256)

/** Writes a text into `scratch` and hashes it. */
function hashText(text: string): number {
  if (text.length > scratch.length) scratch = new Uint16Array(2 * text.length)
  let hash = HASH_SEED
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    scratch[at] = unit
    hash = hashOn(hash, unit)
  }
  return hash
}

function slotOf(hash: number): number {
  return hash ^ (hash >>> 15)
}

/** A copy that holds at least so many; twice as many as before when that is more. */
export function enlarged<T extends Int32Array | Uint32Array | Uint16Array | Float32Array | Float64Array>(
  array: T,
  least: number,
): T {
  const larger = new (array.constructor as new (length: number) => T)(Math.max(2 * array.length, least))
  larger.set(array)
  return larger
}
