const FIRST_NUMBERS = 2 ** 16
/** The memory grows by this: with less it would be copied more often, with more much of it would be empty. */
const GROWTH = 1.5

/** Memory for blocks of numbers, all in one array: they are taken, given back and taken again. */
export class Blocks {
  numbers = new Int32Array(FIRST_NUMBERS)
  /** Blocks to be used again, by their size's class. */
  private readonly free: number[][] = []
  private used = 0

  /** Takes a block with room for so many numbers, and perhaps a few more; gives where it starts and ends. */
  take(least: number): { start: number; end: number } {
    const sizeClass = classOf(least)
    const size = SIZES[sizeClass] as number
    const again = this.free[sizeClass]?.pop()
    if (again !== undefined) return { start: again, end: again + size }
    const start = this.used
    this.used += size
    if (this.used > this.numbers.length) {
      const larger = new Int32Array(Math.ceil(Math.max(this.used, this.numbers.length) * GROWTH))
      larger.set(this.numbers)
      this.numbers = larger
    }
    return { start, end: this.used }
  }

  /** Gives a block back that was taken. */
  giveBack(start: number, end: number): void {
    const sizeClass = classOf(end - start)
    this.free[sizeClass] ??= []
    this.free[sizeClass].push(start)
  }
}

const LEAST_SIZE = 8
const LARGEST_SIZE = 2 ** 30
/** Each size is about a quarter larger than the one before, a few numbers at least. */
const SIZES: number[] = [LEAST_SIZE]
while ((SIZES.at(-1) ?? 0) < LARGEST_SIZE) SIZES.push((SIZES.at(-1) ?? 0) + Math.max(2, ((SIZES.at(-1) ?? 0) >> 3) << 1))

/** The class of the least size that is no less than this. */
function classOf(size: number): number {
  let low = 0
  let high = SIZES.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if ((SIZES[middle] as number) < size) low = middle + 1
    else high = middle
  }
  return low
}
