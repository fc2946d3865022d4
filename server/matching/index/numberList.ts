import { enlarged } from './stringTable.ts'

const FIRST_NUMBERS = 64

/** A list of 32-bit numbers that is refilled frequently and reuses its memory. */
export class NumberList {
  values = new Int32Array(FIRST_NUMBERS)
  /** The number of valid values. */
  length = 0

  push(number: number): void {
    if (this.length === this.values.length) this.values = enlarged(this.values, this.length + 1)
    this.values[this.length++] = number
  }
}
