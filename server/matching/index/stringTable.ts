import { HASH_SEED, hashOn } from '../hashing.ts'

/** The number of a table's entry; 0 is none. */
export type Entry = number
export const NO_ENTRY: Entry = 0

const FIRST_SLOTS = 1024
const FIRST_UNITS = 8192
/** Lookups become slow beyond this load factor. */
const MAX_LOAD = 0.5
/** Growth factor of large arrays: doubling would leave up to half of them empty. */
const GROWTH = 1.25

/** An entry's text is preceded by its length, tag and number; the latter two with the low half first. */
const LENGTH = 0
const TAG = 1
const NUMBER = 3
const TEXT = 5
const HALF_BITS = 16

/**
 * Interned strings with numbers and tags. Looks up ranges of a buffer of code units, so that texts need not be split into
 * strings. Entries are never removed individually.
 */
export class StringTable {
  /** The number of entries; they are numbered from 1. */
  size = 0
  /** Alternating hash and position of the entry in `units`, in one cache line; 0 for an empty slot. */
  private slots = new Int32Array(2 * FIRST_SLOTS)
  private mask = FIRST_SLOTS - 1
  /** By entry: its position in `units`. */
  private places = new Int32Array(FIRST_SLOTS)
  /** Entries with their texts, contiguous. */
  private units = new Uint16Array(FIRST_UNITS)
  private used = TEXT
  /** The prefetched values. Stored, because the compiler would otherwise drop the reads. */
  private near = new Int32Array(256)

  /** The entry of the text in `buffer` from `start` to `end`, whose hash is `hash`. */
  find(hash: number, buffer: Uint16Array, start: number, end: number): Entry {
    const place = this.placeOf(hash, buffer, start, end)
    return place === 0 ? NO_ENTRY : this.number(place, NUMBER)
  }

  /** The tag of that entry; 0 if there is none. */
  findTag(hash: number, buffer: Uint16Array, start: number, end: number): number {
    const place = this.placeOf(hash, buffer, start, end)
    return place === 0 ? 0 : this.number(place, TAG)
  }

  tagOf(entry: Entry): number {
    return entry === NO_ENTRY ? 0 : this.number(this.places[entry] as number, TAG)
  }

  setTag(entry: Entry, tag: number): void {
    const place = (this.places[entry] as number) + TAG
    this.units[place] = tag
    this.units[place + 1] = tag >>> HALF_BITS
  }

  findText(text: string): Entry {
    return this.find(hashText(text), scratch, 0, text.length)
  }

  tagOfText(text: string): number {
    return this.findTag(hashText(text), scratch, 0, text.length)
  }

  /** The entry of a text; created with tag 0 if there is none. */
  internText(text: string): Entry {
    const hash = hashText(text)
    const known = this.find(hash, scratch, 0, text.length)
    if (known !== NO_ENTRY) return known
    if (this.size >= (this.mask + 1) * MAX_LOAD) this.grow()
    const entry = ++this.size
    const place = this.used
    this.used += TEXT + text.length
    if (this.used > this.units.length) this.units = enlarged(this.units, this.used)
    this.places[entry] = place
    this.units[place + LENGTH] = text.length
    this.units[place + NUMBER] = entry
    this.units[place + NUMBER + 1] = entry >>> HALF_BITS
    this.setTag(entry, 0)
    for (let at = 0; at < text.length; at++) this.units[place + TEXT + at] = text.charCodeAt(at)
    this.put(hash, place)
    return entry
  }

  text(entry: Entry): string {
    const start = (this.places[entry] as number) + TEXT
    return String.fromCharCode(...this.units.subarray(start, start + this.lengthOf(entry)))
  }

  lengthOf(entry: Entry): number {
    return this.units[(this.places[entry] as number) + LENGTH] as number
  }

  /** Prefetches what it takes to look these hashes up, so that their cache misses overlap. */
  prefetch(hashes: Int32Array, count: number): void {
    const { slots, mask, units } = this
    if (this.near.length < count) this.near = new Int32Array(2 * count)
    const { near } = this
    for (let at = 0; at < count; at++) near[at] = slots[2 * (slotOf(hashes[at] as number) & mask) + 1] as number
    for (let at = 0; at < count; at++) near[at] = units[near[at] as number] as number
  }

  private placeOf(hash: number, buffer: Uint16Array, start: number, end: number): number {
    const { slots, mask } = this
    let slot = slotOf(hash) & mask
    for (;;) {
      const place = slots[2 * slot + 1] as number
      if (place === 0 || (slots[2 * slot] === hash && this.is(place, buffer, start, end))) return place
      slot = (slot + 1) & mask
    }
  }

  private is(place: number, buffer: Uint16Array, start: number, end: number): boolean {
    const { units } = this
    if (units[place + LENGTH] !== end - start) return false
    const offset = place + TEXT - start
    for (let at = start; at < end; at++) if (buffer[at] !== units[offset + at]) return false
    return true
  }

  private number(place: number, of: number): number {
    return (this.units[place + of] as number) | ((this.units[place + of + 1] as number) << HALF_BITS)
  }

  private put(hash: number, place: number): void {
    const { slots, mask } = this
    let slot = slotOf(hash) & mask
    while (slots[2 * slot + 1] !== 0) slot = (slot + 1) & mask
    slots[2 * slot] = hash
    slots[2 * slot + 1] = place
  }

  private grow(): void {
    const old = this.slots
    this.mask = 2 * this.mask + 1
    this.slots = new Int32Array(2 * (this.mask + 1))
    this.places = enlarged(this.places, this.mask + 1)
    for (let slot = 0; slot < old.length; slot += 2) {
      const place = old[slot + 1] as number
      if (place !== 0) this.put(old[slot] as number, place)
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

/** A copy with at least this length, and a quarter more than before. */
export function enlarged<T extends Int32Array | Uint16Array | Float64Array>(array: T, least: number): T {
  // The same kind of array.
  const larger = new (array.constructor as new (length: number) => T)(Math.ceil(Math.max(GROWTH * array.length, least)))
  larger.set(array)
  return larger
}
