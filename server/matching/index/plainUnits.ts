import { contentsOf, fold } from '../../../contract/tokens.ts'

/*
 * How single UTF-16 code units fold, for folding, splitting and hashing in one pass. Contains only units that fold to one unit
 * in any context, plus the vowels and ß of the umlaut rule. Texts with other units go through `fold`.
 */

/** Bits of `UNITS`: the folded unit is in the lowest 16. */
export const FOLDED = 0xffff
export const LETTER = 1 << 16
export const DIGIT = 1 << 17
/** a, o or u, which merge with a following e. Each bit here is directly below the bit of what must follow. */
export const UMLAUT_BASE = 1 << 18
export const UMLAUT_E = 1 << 19
export const ESZETT = 1 << 20
/** Not supported in one pass. */
export const UNPLAIN = 1 << 21

/** Units from here on are never plain; below are Latin letters and common punctuation. */
const PLAIN_LIMIT = 0x2100
/** Combining marks begin here. Apart from punctuation, the rest is left to `fold`. */
const LETTERS_LIMIT = 0x0300
const PUNCTUATION_START = 0x2010

/** Covers all units, so that no bounds check is needed. */
export const UNITS = new Int32Array(0x1_0000).fill(UNPLAIN)
for (let unit = 0; unit < PLAIN_LIMIT; unit++) UNITS[unit] = infoOf(unit)

function infoOf(unit: number): number {
  if (unit >= LETTERS_LIMIT && unit < PUNCTUATION_START) return UNPLAIN
  const character = String.fromCharCode(unit)
  if (character === 'ß') return 's'.charCodeAt(0) | ESZETT | LETTER
  const lower = character.toLowerCase()
  if (character.normalize('NFKC') !== character || lower.length > 1) return UNPLAIN
  const folded = fold(character)
  if (folded.length !== 1) return UNPLAIN
  const contents = contentsOf(folded)
  const kind = (contents & 1 ? LETTER : 0) | (contents & 2 ? DIGIT : 0)
  return folded.charCodeAt(0) | kind | ('aou'.includes(lower) ? UMLAUT_BASE : 0) | (lower === 'e' ? UMLAUT_E : 0)
}
