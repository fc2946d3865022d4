import { keysAround } from './keys.ts'
import { confused, isVowel, RARE_CONFUSIONS, USUAL_CONFUSIONS } from './sounds.ts'

/*
 * One mistake at a time, nearly always after the first letter. Of 50,000 misspellings that Pollock and Zamora collected, 94 %
 * had one mistake and 3 % a wrong first letter; omitted letters were the most frequent, then added, wrong and swapped ones
 * (after Kukich, "Techniques for automatically correcting words in text", ACM Computing Surveys 24/4, 1992).
 */

/** Kinds of mistakes, the most likely first. */
const WAYS: readonly ((word: string) => Iterable<string>)[] = [
  undoubled,
  (word) => confused(word, USUAL_CONFUSIONS),
  droppedFromCluster,
  dropped,
  doubledBetweenVowels,
  swapped,
  (word) => confused(word, RARE_CONFUSIONS),
  doubledElsewhere,
  swappedAcross,
  strayed,
]

/** Misspellings of a lower-case word: the most likely first, with duplicates and possibly the word itself. */
export function* misspell(word: string): Iterable<string> {
  for (const way of WAYS) yield* way(word)
}

const without = (word: string, at: number) => word.slice(0, at) + word.slice(at + 1)
const doubled = (word: string, at: number) => word.slice(0, at) + word.charAt(at) + word.slice(at)

/** fahrrad: fahrad. */
function* undoubled(word: string): Iterable<string> {
  for (let at = 1; at < word.length; at++) if (word[at] === word[at - 1]) yield without(word, at)
}

/** nintendo: nintedo. One letter of a consonant cluster is easily omitted. */
function* droppedFromCluster(word: string): Iterable<string> {
  for (let at = 1; at < word.length - 1; at++) {
    if (isVowel(word[at]) === isVowel(word[at + 1]) || isVowel(word[at]) === isVowel(word[at - 1])) yield without(word, at)
  }
}

/** samsung: samsnug. */
function* swapped(word: string): Iterable<string> {
  for (let at = 1; at < word.length - 1; at++) {
    yield word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2)
  }
}

/** makita: makitta. */
function* doubledBetweenVowels(word: string): Iterable<string> {
  for (let at = 1; at < word.length; at++) if (isBetweenVowels(word, at)) yield doubled(word, at)
}

function isBetweenVowels(word: string, at: number): boolean {
  return !isVowel(word[at]) && isVowel(word[at - 1]) && isVowel(word[at + 1])
}

function* dropped(word: string): Iterable<string> {
  for (let at = 1; at < word.length; at++) yield without(word, at)
}

/** philips: philipps; and a doubling in the wrong place: karussell, karrusell. */
function* doubledElsewhere(word: string): Iterable<string> {
  for (let at = 1; at < word.length; at++) yield doubled(word, at)
  for (const single of undoubled(word)) {
    for (let at = 1; at < single.length; at++) if (isBetweenVowels(single, at)) yield doubled(single, at)
  }
}

/** bicycle: bycicle. */
function* swappedAcross(word: string): Iterable<string> {
  for (let at = 1; at < word.length - 2; at++) {
    yield word.slice(0, at) + word.charAt(at + 2) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 3)
  }
}

/** canon: canom. */
function* strayed(word: string): Iterable<string> {
  for (let at = 1; at < word.length; at++) {
    for (const key of keysAround(word.charAt(at))) yield word.slice(0, at) + key + word.slice(at + 1)
  }
}
