/**
 * Confusions by sound or look, in German and English: the correct letters, and their replacements. A rule applies anywhere;
 * `(?=…)`, `(?<=…)` and `$` limit it.
 */
type Confusion = readonly [written: RegExp, ...mistaken: string[]]

const VOWELS = 'aeiouyäöü'
const vowel = `[${VOWELS}]`
const consonant = '[bcdfghjklmnpqrstvwxzß]'
const rule = (written: string, ...mistaken: string[]): Confusion => [new RegExp(written, 'gu'), ...mistaken]

// biome-ignore format: a table
/** Frequent in dictionaries of misspellings. */
export const USUAL_CONFUSIONS: readonly Confusion[] = [
  rule('ie', 'ei', 'i'), rule('ei', 'ie', 'ai'), rule('ai', 'ei'), rule('ey', 'ay', 'ei'), rule('ay', 'ey', 'ai'),
  rule('äu', 'eu'), rule('eu', 'äu'), rule('ä|ae', 'e'), rule('ß', 's'),
  rule('ph', 'f'), rule('th', 't'), rule('rh', 'r'), rule('ck', 'k'), rule('tz', 'z'), rule('dt', 't'), rule('sch', 'sh'),
  rule('sh', 'sch'), rule('chs', 'x'), rule('qu', 'kw'), rule('que', 'ck', 'k'), rule('cc', 'kk'), rule('kk', 'cc'),
  // A silent h, omitted or inserted.
  rule(`(?<=${vowel}|[gr])h(?=${consonant}|i|$)`, ''),
  rule('c(?!h|k)', 'k'), rule('c(?=[eiy])', 's'), rule('(?<!c)k', 'c'), rule('(?<!^|c)k', 'ck'),
  rule('(?<!^)y', 'i'), rule('w', 'v'), rule('v', 'w'), rule('z', 's'), rule('x', 'ks'),
  rule('ea', 'ee', 'e'), rule('ee', 'ea'), rule('ou', 'u'), rule('oo', 'u'), rule('ui', 'i'), rule('oar', 'ore', 'or'),
  rule('able$', 'ible'), rule('ible$', 'able'), rule('an(?=[ct])', 'en'), rule('en(?=ce|t)', 'an'),
  rule('re$', 'er'), rule('our', 'or'), rule('tion', 'sion', 'zion'),
  // Final-obstruent devoicing in German.
  rule('d(?=$|s)', 't'), rule('b(?=$|[dflnstz])', 'p'), rule('g(?=$|[dst])', 'k'),
]

// biome-ignore format: a table
/** Less frequent mistakes. */
export const RARE_CONFUSIONS: readonly Confusion[] = [
  rule('d', 't'), rule('t', 'd'), rule('b', 'p'), rule('p', 'b'), rule('g', 'k'), rule('k', 'g'),
  rule('f(?!f)', 'v', 'ph'), rule('t(?!h|s|z)', 'th'), rule('s', 'z', 'c'), rule('x', 'chs', 'cs'), rule('v', 'f'), rule('ks', 'x'), rule('kw', 'qu'),
  rule(`(?<=${vowel})h(?=${vowel})`, ''), rule(`(?<=${vowel})(?=[lmnr])`, 'h'), rule('(?<!^|t)z', 'tz'),
  rule(`c(?=${consonant})`, 'ck'),
  rule(`(?<=${consonant})i(?=${consonant})`, 'ie'), rule('ü', 'y', 'i'), rule('(?<!^)y', 'ü'), rule('ö', 'e'), rule('j', 'y'),
  rule('i(?!e)', 'y'), rule('er$', 'or', 'ar'), rule('or$', 'er'), rule('ar$', 'er'),
  rule('a', 'e', 'o'), rule('e', 'a', 'i'), rule('i', 'e'), rule('o', 'u', 'a'), rule('u', 'o'),
]

/** Every way to make one of the mistakes once, rule by rule, from left to right. */
export function* confused(word: string, confusions: readonly Confusion[]): Iterable<string> {
  for (const [written, ...mistaken] of confusions) {
    for (const { 0: found, index } of word.matchAll(written)) {
      for (const letters of mistaken) yield word.slice(0, index) + letters + word.slice(index + found.length)
    }
  }
}

export const isVowel = (letter: string | undefined): boolean => letter !== undefined && VOWELS.includes(letter)
