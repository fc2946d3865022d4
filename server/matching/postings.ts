import { clearBit, noBits, setBit, withRoomFor } from './bits.ts'
import { Blocks, sizeFor } from './blocks.ts'
import { ID_NUMBERS, type IdNumbers } from './filterIds.ts'
import * as record from './record.ts'
import { enlarged } from './stringTable.ts'

/** Numbers of the head of one key: they lie together, for they are asked for together. */
export const HEAD = 8
/** In a head: where the key's block begins, and with it its records; where these end. */
export const START = 0
const STOP = 1
/** In a head: where the groups' entries begin, with that of the last one; where they end, and with them the block. */
export const GROUPS = 2
export const END = 3
/** In a head: how many records there are. */
export const COUNT = 4
/** In a head: of how many groups the compacted beginning is, and how many numbers their records take. */
export const TIDY_GROUPS = 5
const TIDY_LENGTH = 6

/** Shifts a count of groups to that of their entries' numbers, and back. */
export const GROUP_SHIFT = 1
/** Numbers of the entry of a group. */
export const GROUP = 1 << GROUP_SHIFT
/** In an entry: another term that must be there; 0 for none. */
export const NEXT = 0
/** In an entry: which price of the auction the group's records ask for, and how many numbers they take. */
export const KIND_AND_LENGTH = 1
export const KIND_SHIFT = 24
export const LENGTH_MASK = (1 << KIND_SHIFT) - 1

/** Records that are compacted at a time, between two auctions. */
const MOST_TIDIED = 4096
/** A block is fragmented when this many records were appended; a small one when this share of its records was. */
const MANY_NEW = 1024
const FEW_NEW = 3
const NEW_SHARE_SHIFT = 3

const FEW_NUMBERS = 128

/** Keys for which there is room at first. */
const FIRST_KEYS = 1024

/** What the records of a group have in common. */
export type GroupKey = { readonly next: number; readonly kind: number }

/**
 * Records and their programs, filed under keys. All that is filed under one key lies together in one block, so that it
 * is read in one sweep: groups of records that must have the same other term, and ask for the same price; within a group
 * the records that allow most come first. So a sweep leaves out a whole group whose term is missing, and the rest of one
 * once an auction is too dear. What tells the groups apart is at the block's end, one entry below the other: to leave one
 * out takes no walk over its records. New records come last, each a group by itself, until the block is compacted.
 */
export class Postings {
  /** By key, `HEAD` numbers each: see there. */
  heads = new Int32Array(HEAD * FIRST_KEYS)
  /** The bits of the keys under which anything is filed: those of all keys stay near, where their heads do not. */
  inUse = noBits(FIRST_KEYS)
  private readonly blocks = new Blocks()

  /** All blocks. */
  get numbers(): Int32Array {
    return this.blocks.numbers
  }

  /** Files a record and the program behind it, whose length is written into the record here: the first `count` numbers of `filed`. */
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
    // Without `set`: so few numbers are copied faster one by one.
    for (let number = 0; number < length; number++) numbers[at + number] = filed[number] as number
    numbers[at + record.BITS] =
      ((filed[record.BITS] as number) & record.PLAIN_BITS) | ((length - record.RECORD) << record.PROGRAM_SHIFT)
    heads[head + STOP] = at + length
    heads[head + GROUPS] = group
    heads[head + COUNT] = (heads[head + COUNT] as number) + 1
    setBit(this.inUse, key)
  }

  /** How many records are filed under the key. */
  count(key: number): number {
    return this.heads[key * HEAD + COUNT] ?? 0
  }

  /** Where the block of a key begins in `numbers`. */
  start(key: number): number {
    return this.heads[key * HEAD + START] as number
  }

  /** Where the record behind the one at `at` would begin. */
  after(at: number): number {
    return afterRecord(this.numbers, at)
  }

  /** Where the record with an id begins in `numbers`; -1 when there is none under the key. */
  find(key: number, id: IdNumbers): number {
    const { numbers } = this
    const stop = this.heads[key * HEAD + STOP] as number
    for (let at = this.start(key); at < stop; at = afterRecord(numbers, at)) if (hasId(numbers, at, id)) return at
    return -1
  }

  /** The entry of the group in which the record at `at` stands: where it begins. */
  groupOf(key: number, at: number): number {
    const { numbers } = this
    let group = (this.heads[key * HEAD + END] as number) - GROUP
    for (let end = this.start(key) + lengthOf(numbers, group); end <= at; end += lengthOf(numbers, group)) group -= GROUP
    return group
  }

  /** What the records of the group whose entry begins at `group` have in common. */
  keyOf(group: number): GroupKey {
    const { numbers } = this
    return { next: numbers[group + NEXT] as number, kind: (numbers[group + KIND_AND_LENGTH] as number) >> KIND_SHIFT }
  }

  /** Takes out the record that begins at `at`; what is behind it moves up. */
  removeAt(key: number, at: number): void {
    const { heads, numbers } = this
    const head = key * HEAD
    const group = this.groupOf(key, at)
    const after = afterRecord(numbers, at)
    const length = after - at
    const isTidy = at - this.start(key) < (heads[head + TIDY_LENGTH] as number)
    if (isTidy) heads[head + TIDY_LENGTH] = (heads[head + TIDY_LENGTH] as number) - length
    if (lengthOf(numbers, group) > length) {
      numbers[group + KIND_AND_LENGTH] = (numbers[group + KIND_AND_LENGTH] as number) - length
    } else {
      const groups = heads[head + GROUPS] as number
      numbers.copyWithin(groups + GROUP, groups, group)
      heads[head + GROUPS] = groups + GROUP
      if (isTidy) heads[head + TIDY_GROUPS] = (heads[head + TIDY_GROUPS] as number) - 1
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

  /** Where up to `most` records of a key begin, from number `first` on, in their order; as distances from the block's start. */
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

  /** Puts records of a block that came in since together in groups: all of a small block, a part of a large one. */
  compact(key: number): void {
    const { heads, numbers } = this
    const head = key * HEAD
    const start = heads[head + START] as number
    const isSmall = (heads[head + COUNT] as number) <= MOST_TIDIED
    const tidyGroups = isSmall ? 0 : (heads[head + TIDY_GROUPS] as number)
    const from = isSmall ? start : start + (heads[head + TIDY_LENGTH] as number)
    const groups = heads[head + GROUPS] as number
    const groupsEnd = (heads[head + END] as number) - tidyGroups * GROUP
    const stretch = sortedStretch(numbers, from, groups, groupsEnd)
    numbers.set(stretch.records, from)
    const compacted = groupsEnd - stretch.groups.length
    numbers.set(stretch.groups, compacted)
    numbers.copyWithin(groups + compacted - stretch.from, groups, stretch.from)
    heads[head + GROUPS] = groups + compacted - stretch.from
    heads[head + TIDY_GROUPS] = tidyGroups + stretch.groups.length / GROUP
    heads[head + TIDY_LENGTH] = from + stretch.records.length - start
  }

  /** Moves the block of the head at `head` to where it can grow by this many numbers. */
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

/** Whether enough records were appended since a block was compacted to do it again. */
export function isFragmented(count: number, newOnes: number): boolean {
  return newOnes > Math.min(MANY_NEW, FEW_NEW + (count >> NEW_SHARE_SHIFT))
}

function afterRecord(numbers: Int32Array, at: number): number {
  return at + record.RECORD + ((numbers[at + record.BITS] as number) >>> record.PROGRAM_SHIFT)
}

/** As `copyWithin`, to where nothing of it is: few numbers, as most blocks have, are copied faster one by one. */
function copyFew(numbers: Int32Array, to: number, start: number, end: number): void {
  if (end - start > FEW_NUMBERS) numbers.copyWithin(to, start, end)
  else for (let at = start; at < end; at++) numbers[to + at - start] = numbers[at] as number
}

/** How many numbers the records of a group take. */
function lengthOf(numbers: Int32Array, group: number): number {
  return (numbers[group + KIND_AND_LENGTH] as number) & LENGTH_MASK
}

function hasId(numbers: Int32Array, at: number, id: IdNumbers): boolean {
  // The last number first: it tells nearly all apart.
  for (let number = ID_NUMBERS - 1; number >= 0; number--) {
    if (numbers[at + record.ID + number] !== id[number]) return false
  }
  return true
}

/** Records put in groups, the entries of which end with the first one's; where the entries begin that were read. */
type Stretch = { readonly records: Int32Array; readonly groups: Int32Array; readonly from: number }

/** Puts up to `MOST_TIDIED` records in groups: those from `start` on, whose entries are between `groups` and `groupsEnd`. */
function sortedStretch(numbers: Int32Array, start: number, groups: number, groupsEnd: number): Stretch {
  const records: { at: number; next: number; kind: number; max: number }[] = []
  let from = groupsEnd
  let at = start
  while (from > groups && records.length < MOST_TIDIED) {
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
