import type { WordMatch } from '../../contract/filter.ts'
import type { KeywordAlternative, KeywordPhrase, KeywordTerm, KeywordWord } from '../../contract/keywords.ts'
import { canSpellTogether, type WordPattern, wordPattern } from './patterns.ts'

/** What keywords ask of the texts of an auction. */
export type Condition =
  | { readonly kind: 'word'; readonly pattern: WordPattern }
  /** One token, or the second part of one, spells two neighbouring words. */
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
  const groups: Condition[] = []
  const excluded: Condition[] = []
  let run: (KeywordWord | KeywordPhrase)[] = []
  for (const { excluded: isExcluded, value } of terms) {
    if (value.kind !== 'group' && value.tokens.length === 0) continue
    if (!isExcluded && value.kind !== 'group') {
      run.push(value)
      continue
    }
    addRun(run, wordMatch, required)
    run = []
    if (isExcluded) excluded.push(valueCondition(value, wordMatch))
    else groups.push(valueCondition(value, wordMatch))
  }
  addRun(run, wordMatch, required)
  for (const group of groups) required.push(group)
  return { required, excluded }
}

function valueCondition(value: KeywordTerm['value'], wordMatch: WordMatch): Condition {
  if (value.kind !== 'group') return allOf(runOf([value], wordMatch))
  const alternatives = value.alternatives.filter(asksSomething)
  const conditions = alternatives.map(({ words }) => allOf(runOf(words, wordMatch)))
  const [only] = conditions
  return only && conditions.length === 1 ? only : { kind: 'any', of: conditions }
}

function asksSomething({ words }: KeywordAlternative): boolean {
  return words.some(({ tokens }) => tokens.length > 0)
}

function runOf(run: readonly (KeywordWord | KeywordPhrase)[], wordMatch: WordMatch): Condition[] {
  const conditions: Condition[] = []
  addRun(run, wordMatch, conditions)
  return conditions
}

/** Adds the conditions of words and phrases that stand one after another; neighbouring words may be spelled by one token. */
function addRun(run: readonly (KeywordWord | KeywordPhrase)[], wordMatch: WordMatch, to: Condition[]): void {
  let before: Condition | undefined
  for (const value of run) {
    if (value.tokens.length === 0) continue
    const condition = value.kind === 'phrase' ? phraseCondition(value) : wordCondition(value, wordMatch)
    if (before?.kind === 'word' && condition.kind === 'word' && canSpellTogether(before.pattern, condition.pattern)) {
      const both: Condition = { kind: 'all', of: [before, condition] }
      const spelled: Condition = { kind: 'spelled', first: before.pattern, second: condition.pattern }
      before = { kind: 'any', of: [both, spelled] }
      to[to.length - 1] = before
    } else {
      before = condition
      to.push(condition)
    }
  }
}

function phraseCondition({ tokens }: KeywordPhrase): Condition {
  return { kind: 'phrase', tokens }
}

/** A word that the token function splits is its tokens side by side; the star of a prefix belongs to the last. */
function wordCondition({ tokens, prefix }: KeywordWord, wordMatch: WordMatch): Condition {
  const [only] = tokens
  if (only !== undefined && tokens.length === 1) return { kind: 'word', pattern: wordPattern(only, wordMatch, prefix) }
  const patterns = tokens.map((token, index) => wordPattern(token, wordMatch, prefix && index === tokens.length - 1))
  return { kind: 'sideBySide', patterns }
}

function allOf(conditions: readonly Condition[]): Condition {
  const [only] = conditions
  return only && conditions.length === 1 ? only : { kind: 'all', of: conditions }
}
