import type { WordMatch } from '../../../contract/filter.ts'
import type { KeywordAlternative, KeywordGroup, KeywordPhrase, KeywordTerm, KeywordWord } from '../../../contract/keywords.ts'
import { canSpellTogether, type WordPattern, wordPattern } from './patterns.ts'

/** A condition of keywords on an auction's texts. */
export type Condition =
  | { readonly kind: 'word'; readonly pattern: WordPattern }
  /** One token, or the second part of one, spells two adjacent words. */
  | { readonly kind: 'spelled'; readonly first: WordPattern; readonly second: WordPattern }
  | { readonly kind: 'sideBySide'; readonly patterns: readonly WordPattern[] }
  | { readonly kind: 'phrase'; readonly tokens: readonly string[] }
  | { readonly kind: 'all'; readonly of: readonly Condition[] }
  | { readonly kind: 'any'; readonly of: readonly Condition[] }

export type KeywordConditions = {
  /** All must hold, in the texts that the filter searches. */
  readonly required: readonly Condition[]
  /** None may hold, in title and description. */
  readonly excluded: readonly Condition[]
}

/** The conditions of parsed, faultless keywords. */
export function keywordConditions(terms: readonly KeywordTerm[], wordMatch: WordMatch): KeywordConditions {
  const required: Condition[] = []
  const excluded: Condition[] = []
  let before: Condition | undefined
  for (const { excluded: isExcluded, value } of terms) {
    if (value.kind === 'group') {
      const condition = groupCondition(value, wordMatch)
      if (isExcluded) excluded.push(condition)
      else required.push(condition)
      before = undefined
    } else if (value.tokens.length > 0) {
      const condition = partCondition(value, wordMatch)
      if (isExcluded) excluded.push(condition)
      before = isExcluded ? undefined : addNext(condition, before, required)
    }
  }
  return { required, excluded }
}

function groupCondition({ alternatives }: KeywordGroup, wordMatch: WordMatch): Condition {
  const conditions = alternatives.filter(asksSomething).map(({ words }) => runCondition(words, wordMatch))
  const [only] = conditions
  return only && conditions.length === 1 ? only : { kind: 'any', of: conditions }
}

function asksSomething({ words }: KeywordAlternative): boolean {
  return words.some(({ tokens }) => tokens.length > 0)
}

function runCondition(run: readonly (KeywordWord | KeywordPhrase)[], wordMatch: WordMatch): Condition {
  const conditions: Condition[] = []
  let before: Condition | undefined
  for (const part of run) if (part.tokens.length > 0) before = addNext(partCondition(part, wordMatch), before, conditions)
  const [only] = conditions
  return only && conditions.length === 1 ? only : { kind: 'all', of: conditions }
}

/**
 * Adds the condition of a word or phrase that follows the last one of `to`; one token may spell two adjacent words.
 * @param before the last condition; undefined when something else is in between
 * @returns the new last condition
 */
function addNext(condition: Condition, before: Condition | undefined, to: Condition[]): Condition {
  if (before?.kind !== 'word' || condition.kind !== 'word' || !canSpellTogether(before.pattern, condition.pattern)) {
    to.push(condition)
    return condition
  }
  const both: Condition = { kind: 'all', of: [before, condition] }
  const spelled: Condition = { kind: 'spelled', first: before.pattern, second: condition.pattern }
  const either: Condition = { kind: 'any', of: [both, spelled] }
  to[to.length - 1] = either
  return either
}

function partCondition(part: KeywordWord | KeywordPhrase, wordMatch: WordMatch): Condition {
  return part.kind === 'phrase' ? phraseCondition(part) : wordCondition(part, wordMatch)
}

function phraseCondition({ tokens }: KeywordPhrase): Condition {
  return { kind: 'phrase', tokens }
}

/** A word of several tokens is these tokens in adjacent positions; a prefix's star applies to the last. */
function wordCondition({ tokens, prefix }: KeywordWord, wordMatch: WordMatch): Condition {
  const [only] = tokens
  if (only !== undefined && tokens.length === 1) return { kind: 'word', pattern: wordPattern(only, wordMatch, prefix) }
  const patterns = tokens.map((token, index) => wordPattern(token, wordMatch, prefix && index === tokens.length - 1))
  return { kind: 'sideBySide', patterns }
}

/** What the text must contain anywhere: each word, or a token that spells it and its neighbour. */
export function neededSideBySide(patterns: readonly WordPattern[]): Condition[] {
  const needed: Condition[] = []
  for (const [index, pattern] of patterns.entries()) {
    const before = patterns[index - 1]
    const word: Condition = { kind: 'word', pattern }
    if (before && canSpellTogether(before, pattern)) {
      const both: Condition = { kind: 'all', of: [{ kind: 'word', pattern: before }, word] }
      needed.splice(-1, 1, { kind: 'any', of: [both, { kind: 'spelled', first: before, second: pattern }] })
    } else {
      needed.push(word)
    }
  }
  return needed
}
