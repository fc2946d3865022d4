import { parseKeywords } from '../../../../contract/keywords.ts'
import { type SpellableWord, spellableWords } from '../../../../contract/spellableWords.ts'
import type { Spelling, Spellings } from '../../../../contract/spellings.ts'
import type { Client } from '../../../api/client.ts'
import { type ApiErrorCode, errorCode } from '../../../api/errors.ts'
import { listSpellings, type SpellingsAsked } from './api.ts'
import { canSwitchOn, foldedWord, isSpellingOn } from './spelledKeywords.ts'

type SpellingsAnswer = { kind: 'listed'; spellings: Spellings } | { kind: 'failed'; code: ApiErrorCode }

/** Requests the spellings of keywords. Never rejects. */
export async function findSpellings(client: Client, asked: SpellingsAsked, signal: AbortSignal): Promise<SpellingsAnswer> {
  try {
    return { kind: 'listed', spellings: await listSpellings(client, asked, signal) }
  } catch (error) {
    return { kind: 'failed', code: errorCode(error) }
  }
}

/** A word of the keywords with its spellings; `text` as typed. */
export type ListedWord = { token: string; text: string; count: number; spellings: readonly Spelling[] }

/**
 * The distinct words of valid keywords whose spellings are loaded, in order, and whether all are. Switching spellings changes
 * the keywords but adds no word whose spellings would have to be loaded.
 */
export function listedWords(keywords: string, known: Spellings | undefined): { words: ListedWord[]; areAllKnown: boolean } {
  const words = spellableWords(parseKeywords(keywords, { hasOtherCriterion: true }).terms)
  const byToken = new Map(known?.words.map((word) => [word.token, word]))
  const isMistake = ({ token, group }: SpellableWord) =>
    words.some((other) => {
      if (group === undefined || other.group !== group) return false
      return byToken.get(other.token)?.spellings.some(({ spelling }) => foldedWord(spelling) === token)
    })
  const listed = new Map<string, ListedWord>()
  for (const { token, start, end } of words) {
    const found = byToken.get(token)
    if (found && !listed.has(token)) listed.set(token, { ...found, text: keywords.slice(start, end) })
  }
  return { words: [...listed.values()], areAllKnown: words.every((word) => byToken.has(word.token) || isMistake(word)) }
}

/** A spelling and whether it is on; `isDisabled`: adding it would exceed the limits of keywords. */
export type SpellingChoice = Spelling & { isOn: boolean; isDisabled: boolean }

export function choicesOf(keywords: string, { token, spellings }: ListedWord): SpellingChoice[] {
  return spellings.map((one) => {
    const isOn = isSpellingOn(keywords, token, one.spelling)
    return { ...one, isOn, isDisabled: !isOn && !canSwitchOn(keywords, token, one.spelling) }
  })
}
