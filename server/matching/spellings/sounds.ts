/**
 * What is written for what, by ear or by eye, in German and in English: the letters as they should be, and as they are
 * mistaken. A rule holds wherever its letters stand; `(?=…)`, `(?<=…)` and `$` say where they must.
 */
type Confusion = readonly [written: RegExp, ...mistaken: string[]]

const VOWELS = 'aeiouyäöü'
const vowel = `[${VOWELS}]`
const consonant = '[bcdfghjklmnpqrstvwxzß]'
const rule = (written: string, ...mistaken: string[]): Confusion => [new RegExp(written, 'gu'), ...mistaken]

// biome-ignore format: a table
/** Mistakes that dictionaries of misspellings are full of. */
export const USUAL_CONFUSIONS: readonly Confusion[] = [
  rule('ie', 'ei', 'i'), rule('ei', 'ie', 'ai'), rule('ai', 'ei'), rule('ey', 'ay', 'ei'), rule('ay', 'ey', 'ai'),
  rule('äu', 'eu'), rule('eu', 'äu'), rule('ä|ae', 'e'), rule('ß', 's'),
  rule('ph', 'f'), rule('th', 't'), rule('rh', 'r'), rule('ck', 'k'), rule('tz', 'z'), rule('dt', 't'), rule('sch', 'sh'),
  rule('sh', 'sch'), rule('chs', 'x'), rule('qu', 'kw'), rule('que', 'ck', 'k'), rule('cc', 'kk'), rule('kk', 'cc'),
  // A mute h, and one that is written for fear of having left it out.
  rule(`(?<=${vowel}|[gr])h(?=${consonant}|i|$)`, ''),
  rule('c(?!h|k)', 'k'), rule('c(?=[eiy])', 's'), rule('(?<!c)k', 'c'), rule('(?<!^|c)k', 'ck'),
  rule('(?<!^)y', 'i'), rule('w', 'v'), rule('v', 'w'), rule('z', 's'), rule('x', 'ks'),
  rule('ea', 'ee', 'e'), rule('ee', 'ea'), rule('ou', 'u'), rule('oo', 'u'), rule('ui', 'i'), rule('oar', 'ore', 'or'),
  rule('able$', 'ible'), rule('ible$', 'able'), rule('an(?=[ct])', 'en'), rule('en(?=ce|t)', 'an'),
  rule('re$', 'er'), rule('our', 'or'), rule('tion', 'sion', 'zion'),
  // Where German hardens what is written soft.
  rule('d(?=$|s)', 't'), rule('b(?=$|[dflnstz])', 'p'), rule('g(?=$|[dst])', 'k'),
]

// biome-ignore format: a table
/** Mistakes that are made, but seldom or by few. */
export const RARE_CONFUSIONS: readonly Confusion[] = [
  rule('d', 't'), rule('t', 'd'), rule('b', 'p'), rule('p', 'b'), rule('g', 'k'), rule('k', 'g'),
  rule('f(?!f)', 'v', 'ph'), rule('t(?!h|s|z)', 'th'), rule('s', 'z', 'c'), rule('x', 'chs', 'cs'), rule('v', 'f'), rule('ks', 'x'), rule('kw', 'qu'),
  rule(`(?<=${vowel})h(?=${vowel})`, ''), rule(`(?<=${vowel})(?=[lmnr])`, 'h'), rule('(?<!^|t)z', 'tz'),
  rule(`c(?=${consonant})`, 'ck'),
  rule(`(?<=${consonant})i(?=${consonant})`, 'ie'), rule('ü', 'y', 'i'), rule('(?<!^)y', 'ü'), rule('ö', 'e'), rule('j', 'y'),
  rule('i(?!e)', 'y'), rule('er$', 'or', 'ar'), rule('or$', 'er'), rule('ar$', 'er'),
  rule('a', 'e', 'o'), rule('e', 'a', 'i'), rule('i', 'e'), rule('o', 'u', 'a'), rule('u', 'o'),
]

/** Every way to make one of the mistakes once, rule by rule, each from the left. */
export function* confused(word: string, confusions: readonly Confusion[]): Iterable<string> {
  for (const [written, ...mistaken] of confusions) {
    for (const { 0: found, index } of word.matchAll(written)) {
      for (const letters of mistaken) yield word.slice(0, index) + letters + word.slice(index + found.length)
    }
  }
}

export const isVowel = (letter: string | undefined): boolean => letter !== undefined && VOWELS.includes(letter)
