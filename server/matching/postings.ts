import { enlarged } from './stringTable.ts'

/** Numbers of one record; its program follows it. */
export const RECORD = 8
/** In a record: how many numbers its program has. The rest is the matcher's. */
export const PROGRAM = 6
/** In a record: whose it is. */
export const OWNER = 7

/** Numbers of the head of one key: they lie together, for they are asked for together. */
export const HEAD = 4
/** In a head: where the key's block begins, where its records end, where the room for more ends, how many records there are. */
export const START = 0
export const STOP = 1
const END = 2
const COUNT = 3

const FIRST_NUMBERS = 2 ** 16
/** The blocks grow by this: they are most of the memory, and doubling would leave half of it empty. */
const GROWTH = 1.125

/**
 * Records and their programs, filed under keys. All that is filed under one key lies together in one block, one behind
 * the other, so that it is read in one sweep.
 */
export class Postings {
  /** All blocks. */
  numbers = new Int32Array(FIRST_NUMBERS)
  /** By key, `HEAD` numbers each: see there. */
  heads = new Int32Array(HEAD * 1024)
  /** Blocks to be used again, by their size's class. */
  private readonly free: number[][] = []
  private used = 0

  /** Files a record with its program; writes the record's `PROGRAM`. */
  add(key: number, record: Int32Array, program: ArrayLike<number>): void {
    if ((key + 1) * HEAD > this.heads.length) this.heads = enlarged(this.heads, (key + 1) * HEAD)
    const { heads } = this
    const head = key * HEAD
    const needed = RECORD + program.length
    if ((heads[head + STOP] as number) + needed > (heads[head + END] as number)) this.move(head, needed)
    const at = heads[head + STOP] as number
    record[PROGRAM] = program.length
    this.numbers.set(record, at)
    this.numbers.set(program, at + RECORD)
    heads[head + STOP] = at + needed
    heads[head + COUNT] = (heads[head + COUNT] as number) + 1
  }

  /** How many records are filed under the key. */
  count(key: number): number {
    return this.heads[key * HEAD + COUNT] ?? 0
  }

  /** Where the first record of a key begins in `numbers`. */
  start(key: number): number {
    return this.heads[key * HEAD + START] as number
  }

  /** Where the last record of a key ends. */
  stop(key: number): number {
    return this.heads[key * HEAD + STOP] as number
  }

  /** Where the record behind the one at `at` begins. */
  after(at: number): number {
    return at + RECORD + (this.numbers[at + PROGRAM] as number)
  }

  /** Where the record of an owner begins in `numbers`; -1 when it has none under the key. */
  find(key: number, owner: number): number {
    const stop = this.stop(key)
    for (let at = this.start(key); at < stop; at = this.after(at)) if (this.numbers[at + OWNER] === owner) return at
    return -1
  }

  /** Takes out the record that begins at `at`; what is behind it moves up. */
  removeAt(key: number, at: number): void {
    const { heads, numbers } = this
    const head = key * HEAD
    const after = this.after(at)
    const stop = heads[head + STOP] as number
    numbers.copyWithin(at, after, stop)
    heads[head + STOP] = stop - (after - at)
    heads[head + COUNT] = (heads[head + COUNT] as number) - 1
    if (heads[head + COUNT] !== 0) return
    this.giveBack(heads[head + START] as number, heads[head + END] as number)
    heads.fill(0, head, head + HEAD)
  }

  /** Moves the block of the head at `head` to where there is room for so many more numbers. */
  private move(head: number, more: number): void {
    const { heads } = this
    const start = heads[head + START] as number
    const stop = heads[head + STOP] as number
    const size = sizeOfClass(classOf(stop - start + more))
    const to = this.take(size)
    this.numbers.copyWithin(to, start, stop)
    this.giveBack(start, heads[head + END] as number)
    heads[head + START] = to
    heads[head + STOP] = to + stop - start
    heads[head + END] = to + size
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
}

/** Each size is an eighth to a quarter larger than the one before, a few numbers at least. */
const SIZES: number[] = [RECORD]
while ((SIZES.at(-1) ?? 0) < 2 ** 28) SIZES.push((SIZES.at(-1) ?? 0) + Math.max(2, ((SIZES.at(-1) ?? 0) >> 4) << 1))

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
