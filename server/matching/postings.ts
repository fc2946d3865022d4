import type { Atom } from './sightings.ts'
import { enlarged } from './stringTable.ts'

/** Numbers of one record. */
export const RECORD = 8
/** In a record: where its program begins, counted from the end of its block; 0 for none. The rest is the matcher's. */
export const PROGRAM = 6
/** In a record: whose it is. */
export const OWNER = 7

/** Numbers of the head of one atom: they lie together, for they are asked for together. */
export const HEAD = 4
/** In a head: where the block begins and ends, how many records it holds. */
export const START = 0
export const END = 1
export const COUNT = 2
/** In a head: numbers of the block that programs take, those of removed records included. */
const PROGRAMS = 3

const FIRST_NUMBERS = 2 ** 16
/** Large arrays grow by this: doubling would leave half of them empty. */
const GROWTH = 1.25

/**
 * Records and their programs, filed under atoms. All that is filed under one atom lies together in one block, so that
 * it is read in one sweep: records from its beginning, programs from its end. A program begins with its length.
 */
export class Postings {
  /** All blocks. */
  numbers = new Int32Array(FIRST_NUMBERS)
  /** By atom, `HEAD` numbers each: see there. */
  heads = new Int32Array(HEAD * 1024)
  /** Blocks to be used again, by their size's class. */
  private readonly free: number[][] = []
  private used = 0

  /** Files a record. `program`: without its length; empty for none. Writes the record's `PROGRAM`. */
  add(atom: Atom, record: Int32Array, program: readonly number[]): void {
    this.reserve(atom)
    const needed = program.length === 0 ? 0 : program.length + 1
    const { heads } = this
    const head = atom * HEAD
    const taken = (heads[head + COUNT] as number) * RECORD + (heads[head + PROGRAMS] as number)
    const room = (heads[head + END] as number) - (heads[head + START] as number)
    if (taken + RECORD + needed > room) this.move(head, RECORD + needed)
    const { numbers } = this
    const end = heads[head + END] as number
    if (needed > 0) {
      const back = (heads[head + PROGRAMS] as number) + needed
      heads[head + PROGRAMS] = back
      numbers[end - back] = program.length
      for (let at = 0; at < program.length; at++) numbers[end - back + 1 + at] = program[at] as number
      record[PROGRAM] = back
    } else record[PROGRAM] = 0
    const count = heads[head + COUNT] as number
    numbers.set(record, (heads[head + START] as number) + count * RECORD)
    heads[head + COUNT] = count + 1
  }

  /** Where the record of an owner begins in `numbers`; -1 when it has none under the atom. */
  find(atom: Atom, owner: number): number {
    const start = this.heads[atom * HEAD + START] as number
    const end = start + (this.heads[atom * HEAD + COUNT] as number) * RECORD
    for (let at = start; at < end; at += RECORD) if (this.numbers[at + OWNER] === owner) return at
    return -1
  }

  /** Where the program of the record at `at` begins, behind its length; -1 for none. */
  programOf(atom: Atom, at: number): number {
    const back = this.numbers[at + PROGRAM] as number
    return back === 0 ? -1 : (this.heads[atom * HEAD + END] as number) - back + 1
  }

  /** Takes out the record that begins at `at`; the last of the block takes its place. */
  removeAt(atom: Atom, at: number): void {
    const { heads } = this
    const head = atom * HEAD
    const count = (heads[head + COUNT] as number) - 1
    heads[head + COUNT] = count
    const last = (heads[head + START] as number) + count * RECORD
    this.numbers.copyWithin(at, last, last + RECORD)
    if (count > 0) return
    this.giveBack(heads[head + START] as number, heads[head + END] as number)
    heads.fill(0, head, head + HEAD)
  }

  /** Moves the block of the head at `head` to where there is room for so many more numbers. */
  private move(head: number, more: number): void {
    const { heads } = this
    const from = heads[head + START] as number
    const fromEnd = heads[head + END] as number
    const records = (heads[head + COUNT] as number) * RECORD
    let live = 0
    for (let at = from; at < from + records; at += RECORD) live += this.programNumbers(at, fromEnd)
    const size = sizeOfClass(classOf(records + live + more))
    const to = this.take(size)
    const { numbers } = this
    let back = 0
    for (let offset = 0; offset < records; offset += RECORD) {
      const length = this.programNumbers(from + offset, fromEnd)
      const program = fromEnd - (numbers[from + offset + PROGRAM] as number)
      numbers.copyWithin(to + offset, from + offset, from + offset + RECORD)
      if (length === 0) continue
      back += length
      numbers.copyWithin(to + size - back, program, program + length)
      numbers[to + offset + PROGRAM] = back
    }
    this.giveBack(from, fromEnd)
    heads[head + START] = to
    heads[head + END] = to + size
    heads[head + PROGRAMS] = back
  }

  /** How many numbers the program of the record at `at` takes, its length included. */
  private programNumbers(at: number, end: number): number {
    const back = this.numbers[at + PROGRAM] as number
    return back === 0 ? 0 : (this.numbers[end - back] as number) + 1
  }

  private giveBack(start: number, end: number): void {
    if (end === start) return
    const index = classOf(end - start)
    this.free[index] ??= []
    this.free[index]?.push(start)
  }

  private take(size: number): number {
    const again = this.free[classOf(size)]?.pop()
    if (again !== undefined) return again
    const start = this.used
    this.used += size
    if (this.used > this.numbers.length) {
      const larger = new Int32Array(Math.ceil(Math.max(this.used, this.numbers.length) * GROWTH))
      larger.set(this.numbers)
      this.numbers = larger
    }
    return start
  }

  private reserve(atom: Atom): void {
    if ((atom + 1) * HEAD > this.heads.length) this.heads = enlarged(this.heads, (atom + 1) * HEAD)
  }
}

/** Each size is a quarter larger than the one before, a few numbers at least. */
const SIZES: number[] = [RECORD]
while ((SIZES.at(-1) ?? 0) < 2 ** 28) SIZES.push((SIZES.at(-1) ?? 0) + Math.max(4, ((SIZES.at(-1) ?? 0) >> 4) << 2))

function classOf(size: number): number {
  let low = 0
  let high = SIZES.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if ((SIZES[middle] as number) >= size) high = middle
    else low = middle + 1
  }
  return low
}

function sizeOfClass(index: number): number {
  return SIZES[index] as number
}
