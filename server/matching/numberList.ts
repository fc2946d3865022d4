import { enlarged } from './stringTable.ts'

const FIRST_NUMBERS = 64

/** Numbers of 32 bits one behind the other: for lists that are made over and over, in room that is used again. */
export class NumberList {
  values = new Int32Array(FIRST_NUMBERS)
  /** How many of the values count. */
  length = 0

  push(number: number): void {
    if (this.length === this.values.length) this.values = enlarged(this.values, this.length + 1)
    this.values[this.length++] = number
  }
}
