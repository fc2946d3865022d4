import { enlarged } from './stringTable.ts'

/*
 * Bit sets of small non-negative integers in 32-bit words. JavaScript's shifts use only the lowest five bits of their count,
 * which are the number's position in its word.
 */

/** Base-2 logarithm of the bits per word. */
const WORD_BITS_LOG2 = 5

/** An empty bit set with room for `count` bits. */
export function noBits(count: number): Int32Array<ArrayBuffer> {
  return new Int32Array(wordOf(count - 1) + 1)
}

/** The bit set itself, or a larger copy if it has no room for the number. */
export function withRoomFor(bits: Int32Array<ArrayBuffer>, number: number): Int32Array<ArrayBuffer> {
  return number < roomOf(bits) ? bits : enlarged(bits, wordOf(number) + 1)
}

/** The capacity, in bits. */
export function roomOf(bits: Int32Array): number {
  return bits.length << WORD_BITS_LOG2
}

/** 1 if the number's bit is set, else 0; also 0 beyond the capacity. */
export function bitOf(bits: Int32Array, number: number): number {
  const word = wordOf(number)
  return word < bits.length ? ((bits[word] as number) >>> number) & 1 : 0
}

/** Sets the bit of a number within the capacity. */
export function setBit(bits: Int32Array, number: number): void {
  bits[wordOf(number)] = (bits[wordOf(number)] as number) | (1 << number)
}

export function clearBit(bits: Int32Array, number: number): void {
  bits[wordOf(number)] = (bits[wordOf(number)] as number) & ~(1 << number)
}

function wordOf(number: number): number {
  return number >> WORD_BITS_LOG2
}
