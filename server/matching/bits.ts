import { enlarged } from './stringTable.ts'

/*
 * Sets of small numbers, a bit for each. Shifts count in the lowest five bits only: these tell apart the numbers whose bits
 * stand in one.
 */

const NUMBERS_A_WORD_SHIFT = 5

/** An array with room for so many bits, in which none is set. */
export function noBits(count: number): Int32Array<ArrayBuffer> {
  return new Int32Array(wordOf(count - 1) + 1)
}

/** These bits, or a larger copy of them where there is no room for the number's. */
export function withRoomFor(bits: Int32Array<ArrayBuffer>, number: number): Int32Array<ArrayBuffer> {
  return number < roomOf(bits) ? bits : enlarged(bits, wordOf(number) + 1)
}

/** For how many bits there is room. */
export function roomOf(bits: Int32Array): number {
  return bits.length << NUMBERS_A_WORD_SHIFT
}

/** 1 when the number's bit is set, else 0; 0 too where there is no room for it. */
export function bitOf(bits: Int32Array, number: number): number {
  const word = wordOf(number)
  return word < bits.length ? ((bits[word] as number) >>> number) & 1 : 0
}

/** Sets the bit of a number for which there is room. */
export function setBit(bits: Int32Array, number: number): void {
  bits[wordOf(number)] = (bits[wordOf(number)] as number) | (1 << number)
}

export function clearBit(bits: Int32Array, number: number): void {
  bits[wordOf(number)] = (bits[wordOf(number)] as number) & ~(1 << number)
}

function wordOf(number: number): number {
  return number >> NUMBERS_A_WORD_SHIFT
}
