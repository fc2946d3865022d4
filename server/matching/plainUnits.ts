import { contentsOf, fold } from '../../contract/tokens.ts'

/*
 * How single UTF-16 code units fold, for a reader that folds, cuts and hashes in one pass. Only units that fold to one
 * unit whatever stands beside them are here, and the vowels and the ß that the umlaut rule knows by themselves; a text
 * with any other goes through `fold` as a whole.
 */

/** Bits of `UNITS`: the folded unit lies in the lowest 16. */
export const FOLDED = 0xffff
export const LETTER = 1 << 16
export const DIGIT = 1 << 17
/** a, o or u: with an e behind it the two are one. Each bit here is the one before that of what must follow. */
export const UMLAUT_BASE = 1 << 18
export const UMLAUT_E = 1 << 19
export const ESZETT = 1 << 20
/** Not for one pass. */
export const UNPLAIN = 1 << 21

/** Units from here on are never plain: before it are Latin letters and the usual punctuation. */
const PLAIN_LIMIT = 0x2100
/** Combining marks begin here; what follows is left to `fold` but for the punctuation. */
const LETTERS_LIMIT = 0x0300
const PUNCTUATION_START = 0x2010

/** For any unit, so that none has to be compared with the table's end. */
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
