const FIRST_NUMBERS = 2 ** 16
/** Growth factor of the memory: a smaller one would copy more often, a larger one would waste memory. */
const GROWTH = 1.5

/** An allocator for blocks of numbers in one array. */
export class Blocks {
  numbers = new Int32Array(FIRST_NUMBERS)
  /** Released blocks by size class. */
  private readonly free: number[][] = []
  private used = 0

  /**
   * Allocates a block of a size from `sizeFor`.
   * @returns its start
   */
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

  /** Releases a block. */
  giveBack(start: number, end: number): void {
    const sizeClass = classOf(end - start)
    this.free[sizeClass] ??= []
    this.free[sizeClass].push(start)
  }
}

/** Size classes per doubling, so that no size exceeds the previous one by more than a quarter. */
const SIZES_BITS = 2
const SIZES = 1 << SIZES_BITS

/** The size of the smallest block for this many numbers (more than `SIZES`). */
export function sizeFor(least: number): number {
  return sizeOf(classOf(least))
}

/** The class of the smallest size that is not below this one (more than `SIZES`). */
function classOf(size: number): number {
  const last = size - 1
  const doublings = 31 - SIZES_BITS - Math.clz32(last)
  return (doublings << SIZES_BITS) + (last >>> doublings)
}

function sizeOf(sizeClass: number): number {
  return (SIZES + 1 + (sizeClass & (SIZES - 1))) << ((sizeClass >> SIZES_BITS) - 1)
}
