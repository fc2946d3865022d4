const DIGITS = '0123456789abcdef'
const ID_LENGTH = 36
const HYPHENS = [8, 13, 18, 23]
const VERSION_AT = 14
const VERSION_7 = 7
const VARIANT_AT = 19
/** The digits that mark the RFC 9562 variant. */
const VARIANTS = '89ab'
/** Positions of the timestamp's hexadecimal digits in a version 7 UUID, last first. */
const TIME_PLACES = [12, 11, 10, 9, 7, 6, 5, 4, 3, 2, 1, 0]
const RANDOM_PLACES = [15, 16, 17, 20, 21, 22, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35]

const bytes = Buffer.alloc(ID_LENGTH)

/**
 * A UUID of version 7, like our own ids. Different times give different ids. Written into bytes, because a concatenated string
 * stays a rope, which takes more memory than a string from the database.
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
