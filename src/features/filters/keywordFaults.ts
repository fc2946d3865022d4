import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { KeywordFaultCode } from '../../../contract/keywords.ts'

export const faultText: Readonly<Record<KeywordFaultCode, MessageDescriptor>> = {
  tooLong: msg`At most 500 characters.`,
  tooManyWords: msg`At most 60 words, 120 with the parts of hyphenated ones.`,
  wordTooLong: msg`A word has at most 100 characters.`,
  loneMinus: msg`Put the minus directly before the word that it excludes.`,
  loneStar: msg`Put the star directly after the beginning of a word.`,
  prefixTooShort: msg`A star needs at least two characters before it.`,
  emptyPhrase: msg`There is no word between the quotes.`,
  emptyGroup: msg`There is no word between the brackets.`,
  nestedGroup: msg`Brackets cannot stand inside brackets.`,
  unbalancedQuote: msg`The closing quote is missing.`,
  unbalancedBracket: msg`A bracket has no partner.`,
  onlyExclusions: msg`Exclusions alone would match almost everything: add a word or another criterion.`,
  nothingAsked: msg`Add a keyword or another criterion.`,
}
