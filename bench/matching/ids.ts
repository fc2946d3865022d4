const DIGITS = '0123456789abcdef'
const ID_LENGTH = 36
const HYPHENS = [8, 13, 18, 23]
const VERSION_AT = 14
const VERSION_7 = 7
const VARIANT_AT = 19
/** The four digits that say so: 8, 9, a, b. */
const VARIANTS = '89ab'
/** Hexadecimal digits of the time in front of a UUID of version 7, and the places where they stand, the last first. */
const TIME_PLACES = [12, 11, 10, 9, 7, 6, 5, 4, 3, 2, 1, 0]
const RANDOM_PLACES = [15, 16, 17, 20, 21, 22, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35]

const bytes = Buffer.alloc(ID_LENGTH)

/**
 * An id as our own are: UUID, version 7. Different times give different ids. Written into bytes, because a string put
 * together from pieces stays in pieces, and would weigh more in an engine's memory than one out of the database.
 */
export function idAt(timeMs: number, uint32: () => number): string {
  for (const place of HYPHENS) bytes[place] = '-'.charCodeAt(0)
  let time = timeMs
  for (const place of TIME_PLACES) {
    bytes[place] = DIGITS.charCodeAt(time % DIGITS.length)
    time = Math.floor(time / DIGITS.length)
  }
  bytes[VERSION_AT] = DIGITS.charCodeAt(VERSION_7)
  bytes[VARIANT_AT] = VARIANTS.charCodeAt(uint32() % VARIANTS.length)
  for (const place of RANDOM_PLACES) bytes[place] = DIGITS.charCodeAt(uint32() % DIGITS.length)
  return bytes.toString('latin1')
}
