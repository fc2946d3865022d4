const FIRST_NUMBERS = 2 ** 16
/** The memory grows by this: with less it would be copied more often, with more much of it would be empty. */
const GROWTH = 1.5

/** Memory for blocks of numbers, all in one array: they are taken, given back and taken again. */
export class Blocks {
  numbers = new Int32Array(FIRST_NUMBERS)
  /** Blocks to be used again, by their size's class. */
  private readonly free: number[][] = []
  private used = 0

  /** Takes a block of one of the sizes of `sizeFor`; gives where it starts. */
  take(size: number): number {
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

  /** Gives a block back that was taken. */
  giveBack(start: number, end: number): void {
    const sizeClass = classOf(end - start)
    this.free[sizeClass] ??= []
    this.free[sizeClass].push(start)
  }
}

/** Sizes within each doubling: none is more than a quarter larger than the one before. */
const SIZES_BITS = 2
const SIZES = 1 << SIZES_BITS

/** The size of the smallest block with room for this many numbers, more than `SIZES`. */
export function sizeFor(least: number): number {
  return sizeOf(classOf(least))
}

/** The class of the least size that is no less than this, which is more than `SIZES`. */
function classOf(size: number): number {
  const last = size - 1
  const doublings = 31 - SIZES_BITS - Math.clz32(last)
  return (doublings << SIZES_BITS) + (last >>> doublings)
}

function sizeOf(sizeClass: number): number {
  return (SIZES + 1 + (sizeClass & (SIZES - 1))) << ((sizeClass >> SIZES_BITS) - 1)
}
