import { clearBit, noBits, setBit, withRoomFor } from './bits.ts'
import { Blocks, sizeFor } from './blocks.ts'
import { ID_NUMBERS, type IdNumbers } from './filterIds.ts'
import * as record from './record.ts'
import { enlarged } from './stringTable.ts'

/** Numbers per head, the header of a key. They are adjacent because they are used together. */
export const HEAD = 8
/** In a head: the start of the key's block and of its records; the end of the records. */
export const START = 0
const STOP = 1
/** In a head: the start of the group entries (the last one first) and their end, which is the end of the block. */
export const GROUPS = 2
export const END = 3
/** In a head: the number of records. */
export const COUNT = 4
/** In a head: the number of compacted groups at the beginning, and the length of their records. */
export const COMPACT_GROUPS = 5
const COMPACT_LENGTH = 6

/** Converts between a number of groups and the length of their entries. */
export const GROUP_SHIFT = 1
/** Numbers per group entry. */
export const GROUP = 1 << GROUP_SHIFT
/** In an entry: another required term; 0 for none. */
export const NEXT = 0
/** In an entry: the kind of price that the group's records use, and the length of its records. */
export const KIND_AND_LENGTH = 1
export const KIND_SHIFT = 24
export const LENGTH_MASK = (1 << KIND_SHIFT) - 1

/** Records compacted at a time, between two auctions. */
const MAX_COMPACTED = 4096
/**
 * A block is fragmented when more than this many records were appended, or, if it is small, more than `MIN_APPENDED` plus an eighth
 * of its records.
 */
const MAX_APPENDED = 1024
const MIN_APPENDED = 3
const NEW_SHARE_SHIFT = 3

const FEW_NUMBERS = 128

/** Initial capacity. */
const FIRST_KEYS = 1024

/** The common properties of a group's records. */
export type GroupKey = { readonly next: number; readonly kind: number }

/**
 * Posting lists: records and their programs, filed under keys. The list of a key is one block, so that it is read in one sweep.
 * It consists of groups of records that require the same second term and use the same kind of price. Within a group, records
 * with higher maximum prices come first. A sweep skips a whole group whose term is missing, and the rest of a group once the
 * auction is too expensive. The group entries are at the end of the block, in descending order, so that a group is skipped
 * without reading its records. New records are appended as groups of their own until the block is compacted.
 */
export class Postings {
  /** By key, `HEAD` numbers each. */
  heads = new Int32Array(HEAD * FIRST_KEYS)
  /** Bits of the keys in use. They fit into the cache, where the heads do not. */
  inUse = noBits(FIRST_KEYS)
  private readonly blocks = new Blocks()

  /** The memory of all blocks. */
  get numbers(): Int32Array {
    return this.blocks.numbers
  }

  /** Adds a record with its program: the first `length` numbers of `filed`. Writes the program's length into the record. */
  add(key: number, { next, kind }: GroupKey, filed: Int32Array, length: number): void {
    if ((key + 1) * HEAD > this.heads.length) this.heads = enlarged(this.heads, (key + 1) * HEAD)
    this.inUse = withRoomFor(this.inUse, key)
    const { heads } = this
    const head = key * HEAD
    const room = (heads[head + GROUPS] as number) - (heads[head + STOP] as number)
    if (length + GROUP > room) this.move(head, length + GROUP)
    const at = heads[head + STOP] as number
    const group = (heads[head + GROUPS] as number) - GROUP
    const { numbers } = this
    numbers[group + NEXT] = next
    numbers[group + KIND_AND_LENGTH] = (kind << KIND_SHIFT) | length
    // For so few numbers a loop is faster than `set`.
    for (let number = 0; number < length; number++) numbers[at + number] = filed[number] as number
    numbers[at + record.BITS] =
      ((filed[record.BITS] as number) & record.PLAIN_BITS) | ((length - record.RECORD) << record.PROGRAM_SHIFT)
    heads[head + STOP] = at + length
    heads[head + GROUPS] = group
    heads[head + COUNT] = (heads[head + COUNT] as number) + 1
    setBit(this.inUse, key)
  }

  /** The number of records under the key. */
  count(key: number): number {
    return this.heads[key * HEAD + COUNT] ?? 0
  }

  /** The start of a key's block in `numbers`. */
  start(key: number): number {
    return this.heads[key * HEAD + START] as number
  }

  /** The start of the record after the one at `at`. */
  after(at: number): number {
    return afterRecord(this.numbers, at)
  }

  /** The start of the record with an id in `numbers`; -1 if the key has none. */
  find(key: number, id: IdNumbers): number {
    const { numbers } = this
    const stop = this.heads[key * HEAD + STOP] as number
    for (let at = this.start(key); at < stop; at = afterRecord(numbers, at)) if (hasId(numbers, at, id)) return at
    return -1
  }

  /** The start of the group entry of the record at `at`. */
  groupOf(key: number, at: number): number {
    const { numbers } = this
    let group = (this.heads[key * HEAD + END] as number) - GROUP
    for (let end = this.start(key) + lengthOf(numbers, group); end <= at; end += lengthOf(numbers, group)) group -= GROUP
    return group
  }

  /** The common properties of the group whose entry starts at `group`. */
  keyOf(group: number): GroupKey {
    const { numbers } = this
    return { next: numbers[group + NEXT] as number, kind: (numbers[group + KIND_AND_LENGTH] as number) >> KIND_SHIFT }
  }

  /** Removes the record at `at`; later ones move up. */
  removeAt(key: number, at: number): void {
    const { heads, numbers } = this
    const head = key * HEAD
    const group = this.groupOf(key, at)
    const after = afterRecord(numbers, at)
    const length = after - at
    const isTidy = at - this.start(key) < (heads[head + COMPACT_LENGTH] as number)
    if (isTidy) heads[head + COMPACT_LENGTH] = (heads[head + COMPACT_LENGTH] as number) - length
    if (lengthOf(numbers, group) > length) {
      numbers[group + KIND_AND_LENGTH] = (numbers[group + KIND_AND_LENGTH] as number) - length
    } else {
      const groups = heads[head + GROUPS] as number
      numbers.copyWithin(groups + GROUP, groups, group)
      heads[head + GROUPS] = groups + GROUP
      if (isTidy) heads[head + COMPACT_GROUPS] = (heads[head + COMPACT_GROUPS] as number) - 1
    }
    const stop = heads[head + STOP] as number
    numbers.copyWithin(at, after, stop)
    heads[head + STOP] = stop - length
    heads[head + COUNT] = (heads[head + COUNT] as number) - 1
    if (heads[head + COUNT] !== 0) return
    this.blocks.giveBack(heads[head + START] as number, heads[head + END] as number)
    heads.fill(0, head, head + HEAD)
    clearBit(this.inUse, key)
  }

  /** The starts of up to `most` records of a key from record `first` on, relative to the block's start. */
  places(key: number, first: number, most: number): number[] {
    const { numbers } = this
    const start = this.start(key)
    const stop = this.heads[key * HEAD + STOP] as number
    const places: number[] = []
    let passed = 0
    for (let at = start; at < stop && places.length < most; at = afterRecord(numbers, at)) {
      if (passed++ >= first) places.push(at - start)
    }
    return places
  }

  /** Sorts appended records into groups: all of a small block, a part of a large one. */
  compact(key: number): void {
    const { heads, numbers } = this
    const head = key * HEAD
    const start = heads[head + START] as number
    const isSmall = (heads[head + COUNT] as number) <= MAX_COMPACTED
    const tidyGroups = isSmall ? 0 : (heads[head + COMPACT_GROUPS] as number)
    const from = isSmall ? start : start + (heads[head + COMPACT_LENGTH] as number)
    const groups = heads[head + GROUPS] as number
    const groupsEnd = (heads[head + END] as number) - tidyGroups * GROUP
    const stretch = sortedStretch(numbers, from, groups, groupsEnd)
    numbers.set(stretch.records, from)
    const compacted = groupsEnd - stretch.groups.length
    numbers.set(stretch.groups, compacted)
    numbers.copyWithin(groups + compacted - stretch.from, groups, stretch.from)
    heads[head + GROUPS] = groups + compacted - stretch.from
    heads[head + COMPACT_GROUPS] = tidyGroups + stretch.groups.length / GROUP
    heads[head + COMPACT_LENGTH] = from + stretch.records.length - start
  }

  /** Moves the block of the head at `head` to memory with room for this many more numbers. */
  private move(head: number, more: number): void {
    const { heads, blocks } = this
    const start = heads[head + START] as number
    const stop = heads[head + STOP] as number
    const groups = heads[head + GROUPS] as number
    const end = heads[head + END] as number
    const length = stop - start + end - groups
    const size = sizeFor(length + Math.max(more, length >> 1))
    const to = blocks.take(size)
    const toGroups = to + size - (end - groups)
    copyFew(blocks.numbers, to, start, stop)
    copyFew(blocks.numbers, toGroups, groups, end)
    if (end > start) blocks.giveBack(start, end)
    heads[head + START] = to
    heads[head + STOP] = to + stop - start
    heads[head + GROUPS] = toGroups
    heads[head + END] = to + size
  }
}

/** Whether enough records were appended since the last compaction to compact again. */
export function isFragmented(count: number, newOnes: number): boolean {
  return newOnes > Math.min(MAX_APPENDED, MIN_APPENDED + (count >> NEW_SHARE_SHIFT))
}

function afterRecord(numbers: Int32Array, at: number): number {
  return at + record.RECORD + ((numbers[at + record.BITS] as number) >>> record.PROGRAM_SHIFT)
}

/** As `copyWithin`, for ranges that do not overlap. A loop is faster for the few numbers of most blocks. */
function copyFew(numbers: Int32Array, to: number, start: number, end: number): void {
  if (end - start > FEW_NUMBERS) numbers.copyWithin(to, start, end)
  else for (let at = start; at < end; at++) numbers[to + at - start] = numbers[at] as number
}

/** The length of a group's records. */
function lengthOf(numbers: Int32Array, group: number): number {
  return (numbers[group + KIND_AND_LENGTH] as number) & LENGTH_MASK
}

function hasId(numbers: Int32Array, at: number, id: IdNumbers): boolean {
  // The last number first, because it differs for nearly all ids.
  for (let number = ID_NUMBERS - 1; number >= 0; number--) {
    if (numbers[at + record.ID + number] !== id[number]) return false
  }
  return true
}

/** Sorted records with their group entries in descending order, and the start of the entries that they replace. */
type Stretch = { readonly records: Int32Array; readonly groups: Int32Array; readonly from: number }

/** Groups up to `MAX_COMPACTED` records: those from `start` on, with entries between `groups` and `groupsEnd`. */
function sortedStretch(numbers: Int32Array, start: number, groups: number, groupsEnd: number): Stretch {
  const records: { at: number; next: number; kind: number; max: number }[] = []
  let from = groupsEnd
  let at = start
  while (from > groups && records.length < MAX_COMPACTED) {
    from -= GROUP
    const next = numbers[from + NEXT] as number
    const kind = (numbers[from + KIND_AND_LENGTH] as number) >> KIND_SHIFT
    for (const end = at + lengthOf(numbers, from); at < end; at = afterRecord(numbers, at)) {
      records.push({ at, next, kind, max: numbers[at + record.PRICE_MAX] as number })
    }
  }
  records.sort((one, other) => one.next - other.next || one.kind - other.kind || other.max - one.max)
  const sorted = new Int32Array(at - start)
  const entries = new Int32Array(groupsEnd - from)
  let length = 0
  let group = entries.length
  for (const [index, { at, next, kind }] of records.entries()) {
    const before = records[index - 1]
    const taken = afterRecord(numbers, at) - at
    const isOfLast = before?.next === next && before.kind === kind && lengthOf(entries, group) + taken <= LENGTH_MASK
    if (!isOfLast) {
      group -= GROUP
      entries[group + NEXT] = next
      entries[group + KIND_AND_LENGTH] = kind << KIND_SHIFT
    }
    sorted.set(numbers.subarray(at, at + taken), length)
    entries[group + KIND_AND_LENGTH] = (entries[group + KIND_AND_LENGTH] as number) + taken
    length += taken
  }
  return { records: sorted, groups: entries.subarray(group), from }
}
