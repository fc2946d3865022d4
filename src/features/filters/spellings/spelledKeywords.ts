import { type ParsedKeywords, parseKeywords } from '../../../../contract/keywords.ts'
import { alternativeOf, type SpellableWord, spellableWords } from '../../../../contract/spellableWords.ts'
import { tokenize } from '../../../../contract/tokens.ts'

/*
 * A misspelling that is switched on becomes an alternative of its word, at each occurrence: `nintendo` becomes
 * `(nintendo,nintedo)`. So the keywords express everything that is searched, and no other code has to know about spellings.
 */

const SEPARATOR = /[\s,]/

/** Whether this spelling is switched on at each occurrence of a word (folded). */
export function isSpellingOn(keywords: string, token: string, spelling: string): boolean {
  const places = placesOf(keywords, token)
  return places.length > 0 && places.every((place) => hasSpelling(place, spelling))
}

/**
 * Switches spellings of a word (folded) on or off. The keywords must be valid and stay so: spellings that would exceed their
 * limits are skipped. Removing the last spelling also removes the group.
 */
export function switchSpellings(keywords: string, token: string, spellings: readonly string[], isOn: boolean): string {
  return spellings.reduce((before, spelling) => {
    const after = isOn ? withSpelling(before, token, spelling) : withoutSpelling(before, token, spelling)
    return fits(after) ? after : before
  }, keywords)
}

/** Whether another spelling of a word (folded) fits the limits of keywords. */
export function canSwitchOn(keywords: string, token: string, spelling: string): boolean {
  return fits(withSpelling(keywords, token, spelling))
}

function withSpelling(keywords: string, token: string, spelling: string): string {
  let text = keywords
  for (;;) {
    const place = placesOf(text, token).find((one) => !hasSpelling(one, spelling))
    if (!place) return text
    const { group, start, end } = place
    const last = group?.alternatives.at(-1)
    text = last
      ? `${text.slice(0, last.end)},${spelling}${text.slice(last.end)}`
      : `${text.slice(0, start)}(${text.slice(start, end)},${spelling})${text.slice(end)}`
  }
}

function withoutSpelling(keywords: string, token: string, spelling: string): string {
  let text = keywords
  for (;;) {
    const place = placesOf(text, token).find((one) => hasSpelling(one, spelling))
    if (!place) return text
    text = cutFrom(text, place, spelling)
  }
}

/** Removes the alternative, and the group if only the word is left. */
function cutFrom(text: string, { group, start, end }: SpellableWord, spelling: string): string {
  const alternatives = group?.alternatives ?? []
  const index = alternatives.findIndex((one) => one === (group && alternativeOf(group, foldedWord(spelling))))
  const [cut, before, after] = [alternatives[index], alternatives[index - 1], alternatives[index + 1]]
  if (!group || !cut) return text
  if (alternatives.length > 2) {
    const [from, to] = before ? [before.end, cut.end] : [cut.start, after?.start ?? cut.end]
    return text.slice(0, from) + text.slice(to)
  }
  // Brackets separate themselves from adjacent words; a bare word needs a space.
  const gap = (beside: string) => (beside === '' || SEPARATOR.test(beside) ? '' : ' ')
  const [left, right] = [text.slice(0, group.start), text.slice(group.end)]
  return left + gap(left.slice(-1)) + text.slice(start, end) + gap(right.slice(0, 1)) + right
}

function placesOf(keywords: string, token: string): SpellableWord[] {
  return spellableWords(parse(keywords).terms).filter((word) => word.token === token)
}

const hasSpelling = ({ group }: SpellableWord, spelling: string): boolean =>
  group !== undefined && alternativeOf(group, foldedWord(spelling)) !== undefined

/** Whether the keywords on their own are valid. */
const fits = (keywords: string): boolean => parse(keywords).faults.length === 0

const parse = (keywords: string): ParsedKeywords => parseKeywords(keywords, { hasOtherCriterion: true })

/** The token of a spelling (a single word). */
export const foldedWord = (spelling: string): string => tokenize(spelling)[0] ?? ''
