import { Blocks } from './blocks.ts'
import { ID_NUMBERS, type IdNumbers } from './filterIds.ts'
import * as record from './record.ts'
import { enlarged } from './stringTable.ts'

/** Numbers of the head of one key: they lie together, for they are asked for together. */
export const HEAD = 6
/** In a head: where the key's block begins, where its groups end, where the room for more ends. */
export const START = 0
export const STOP = 1
const END = 2
/** In a head: how many records there are; of them in the tidied beginning, and how many numbers that takes. */
export const COUNT = 3
export const TIDY_COUNT = 4
const TIDY_LENGTH = 5

/** Numbers before the records of a group. */
export const GROUP = 2
/** In a group: another atom that must be there; 0 for none. */
export const NEXT = 0
/** In a group: which price of the auction its records ask for, and how many numbers they take. */
export const KIND_AND_LENGTH = 1
export const KIND_SHIFT = 24
export const LENGTH_MASK = (1 << KIND_SHIFT) - 1

/** So many records are tidied at a time: it is done between two auctions. */
const MOST_TIDIED = 4096
/** A block is untidy with more than so many new records; a small one with fewer: one in so many of all. */
const MANY_NEW = 1024
const FEW_NEW = 3
const NEW_SHARE = 8

/** What the records of a group have in common. */
export type GroupKey = { readonly next: number; readonly kind: number }

/**
 * Records and their programs, filed under keys. All that is filed under one key lies together in one block, so that it
 * is read in one sweep: groups of records that must have the same other atom, and ask for the same price; within a group
 * the records that allow most come first. So a sweep leaves out a whole group whose atom is missing, and the rest of one
 * once an auction is too dear. New records come last, each a group by itself, until the block is tidied.
 */
export class Postings {
  /** By key, `HEAD` numbers each: see there. */
  heads = new Int32Array(HEAD * 1024)
  private readonly blocks = new Blocks()

  /** All blocks. */
  get numbers(): Int32Array {
    return this.blocks.numbers
  }

  /** Files a record with its program, the length of which is written into it here. */
  add(key: number, { next, kind }: GroupKey, filed: ArrayLike<number>, program: ArrayLike<number>): void {
    if ((key + 1) * HEAD > this.heads.length) this.heads = enlarged(this.heads, (key + 1) * HEAD)
    const { heads } = this
    const head = key * HEAD
    const length = record.RECORD + program.length
    if ((heads[head + STOP] as number) + GROUP + length > (heads[head + END] as number)) this.move(head, GROUP + length)
    const at = heads[head + STOP] as number
    const { numbers } = this
    numbers[at + NEXT] = next
    numbers[at + KIND_AND_LENGTH] = (kind << KIND_SHIFT) | length
    // Without `set`: so few numbers are copied faster one by one.
    for (let number = 0; number < record.RECORD; number++) numbers[at + GROUP + number] = filed[number] as number
    const start = at + GROUP + record.RECORD
    numbers[at + GROUP + record.BITS] =
      ((filed[record.BITS] as number) & record.PLAIN_BITS) | (program.length << record.PROGRAM_SHIFT)
    for (let number = 0; number < program.length; number++) numbers[start + number] = program[number] as number
    heads[head + STOP] = at + GROUP + length
    heads[head + COUNT] = (heads[head + COUNT] as number) + 1
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
    for (let group = this.start(key); group < stop; ) {
      const end = afterGroup(numbers, group)
      for (let at = group + GROUP; at < end; at = afterRecord(numbers, at)) if (hasId(numbers, at, id)) return at
      group = end
    }
    return -1
  }

  /** The group in which the record at `at` stands: where it begins. */
  groupOf(key: number, at: number): number {
    const { numbers } = this
    let group = this.start(key)
    for (let end = afterGroup(numbers, group); end <= at; end = afterGroup(numbers, group)) group = end
    return group
  }

  /** What the records of the group that begins at `group` have in common. */
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
    const length = ((numbers[group + KIND_AND_LENGTH] as number) & LENGTH_MASK) - (after - at)
    const from = length === 0 ? group : at
    if (length > 0) numbers[group + KIND_AND_LENGTH] = (numbers[group + KIND_AND_LENGTH] as number) - (after - at)
    const stop = heads[head + STOP] as number
    numbers.copyWithin(from, after, stop)
    heads[head + STOP] = stop - (after - from)
    heads[head + COUNT] = (heads[head + COUNT] as number) - 1
    if (at - (heads[head + START] as number) < (heads[head + TIDY_LENGTH] as number)) {
      heads[head + TIDY_COUNT] = (heads[head + TIDY_COUNT] as number) - 1
      heads[head + TIDY_LENGTH] = (heads[head + TIDY_LENGTH] as number) - (after - from)
    }
    if (heads[head + COUNT] !== 0) return
    this.blocks.giveBack(heads[head + START] as number, heads[head + END] as number)
    heads.fill(0, head, head + HEAD)
  }

  /** Where up to `most` records of a key begin, from number `first` on, in their order; as distances from the block's start. */
  places(key: number, first: number, most: number): number[] {
    const { numbers } = this
    const start = this.start(key)
    const stop = this.heads[key * HEAD + STOP] as number
    const places: number[] = []
    let passed = 0
    for (let group = start; group < stop && places.length < most; ) {
      const end = afterGroup(numbers, group)
      for (let at = group + GROUP; at < end && places.length < most; at = afterRecord(numbers, at)) {
        if (passed++ >= first) places.push(at - start)
      }
      group = end
    }
    return places
  }

  /** Puts records of a block that came in since together in groups: all of a small block, a part of a large one. */
  tidy(key: number): void {
    const { heads, numbers } = this
    const head = key * HEAD
    const start = heads[head + START] as number
    const stop = heads[head + STOP] as number
    const isSmall = (heads[head + COUNT] as number) <= MOST_TIDIED
    const from = isSmall ? start : start + (heads[head + TIDY_LENGTH] as number)
    const stretch = sortedStretch(numbers, from, stop)
    numbers.set(stretch.sorted, from)
    const end = from + stretch.sorted.length
    numbers.copyWithin(end, stretch.end, stop)
    heads[head + STOP] = stop - (stretch.end - end)
    heads[head + TIDY_COUNT] = (isSmall ? 0 : (heads[head + TIDY_COUNT] as number)) + stretch.count
    heads[head + TIDY_LENGTH] = end - start
  }

  /** Moves the block of the head at `head` to where there is room for so many more numbers. */
  private move(head: number, more: number): void {
    const { heads, blocks } = this
    const start = heads[head + START] as number
    const stop = heads[head + STOP] as number
    const end = heads[head + END] as number
    const to = blocks.take(stop - start + more)
    blocks.numbers.copyWithin(to.start, start, stop)
    if (end > start) blocks.giveBack(start, end)
    heads[head + START] = to.start
    heads[head + STOP] = to.start + stop - start
    heads[head + END] = to.end
  }
}

/** Whether so many records came in since a block was tidied that it is worth doing again. */
export function isUntidy(count: number, tidied: number): boolean {
  return count - tidied > Math.min(MANY_NEW, FEW_NEW + Math.trunc(count / NEW_SHARE))
}

function afterRecord(numbers: Int32Array, at: number): number {
  return at + record.RECORD + ((numbers[at + record.BITS] as number) >>> record.PROGRAM_SHIFT)
}

function afterGroup(numbers: Int32Array, group: number): number {
  return group + GROUP + ((numbers[group + KIND_AND_LENGTH] as number) & LENGTH_MASK)
}

function hasId(numbers: Int32Array, at: number, id: IdNumbers): boolean {
  // The last number first: it tells nearly all apart.
  for (let number = ID_NUMBERS - 1; number >= 0; number--) {
    if (numbers[at + record.ID + number] !== id[number]) return false
  }
  return true
}

/** Up to `MOST_TIDIED` records from `from` on put in groups, and where the numbers end from which they come. */
function sortedStretch(numbers: Int32Array, from: number, stop: number): { sorted: Int32Array; count: number; end: number } {
  const records: { at: number; next: number; kind: number; max: number }[] = []
  let group = from
  while (group < stop && records.length < MOST_TIDIED) {
    const end = afterGroup(numbers, group)
    const next = numbers[group + NEXT] as number
    const kind = (numbers[group + KIND_AND_LENGTH] as number) >> KIND_SHIFT
    for (let at = group + GROUP; at < end; at = afterRecord(numbers, at)) {
      records.push({ at, next, kind, max: numbers[at + record.PRICE_MAX] as number })
    }
    group = end
  }
  records.sort((one, other) => one.next - other.next || one.kind - other.kind || other.max - one.max)
  const sorted = new Int32Array(group - from)
  let length = 0
  let last = -1
  for (const [index, { at, next, kind }] of records.entries()) {
    const before = records[index - 1]
    const taken = afterRecord(numbers, at) - at
    const isOfLast =
      before?.next === next &&
      before.kind === kind &&
      ((sorted[last + KIND_AND_LENGTH] as number) & LENGTH_MASK) + taken <= LENGTH_MASK
    if (!isOfLast) {
      last = length
      sorted[last + NEXT] = next
      sorted[last + KIND_AND_LENGTH] = kind << KIND_SHIFT
      length += GROUP
    }
    sorted.set(numbers.subarray(at, at + taken), length)
    sorted[last + KIND_AND_LENGTH] = (sorted[last + KIND_AND_LENGTH] as number) + taken
    length += taken
  }
  return { sorted: sorted.subarray(0, length), count: records.length, end: group }
}
