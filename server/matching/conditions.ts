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
  const required: (KeywordWord | KeywordPhrase)[] = []
  const groups: Condition[] = []
  const excluded: Condition[] = []
  const runs = [required]
  for (const { excluded: isExcluded, value } of terms) {
    if (value.kind !== 'group' && value.tokens.length === 0) continue
    if (isExcluded) excluded.push(valueCondition(value, wordMatch))
    if (!isExcluded && value.kind !== 'group') runs.at(-1)?.push(value)
    else runs.push([])
    if (!isExcluded && value.kind === 'group') groups.push(valueCondition(value, wordMatch))
  }
  return { required: [...runs.flatMap((run) => runConditions(run, wordMatch)), ...groups], excluded }
}

function valueCondition(value: KeywordTerm['value'], wordMatch: WordMatch): Condition {
  if (value.kind !== 'group') return allOf(runConditions([value], wordMatch))
  const alternatives = value.alternatives.filter(asksSomething)
  const conditions = alternatives.map(({ words }) => allOf(runConditions(words, wordMatch)))
  const [only] = conditions
  return only && conditions.length === 1 ? only : { kind: 'any', of: conditions }
}

function asksSomething({ words }: KeywordAlternative): boolean {
  return words.some(({ tokens }) => tokens.length > 0)
}

/** The conditions of words and phrases that stand one after another; neighbouring words may be spelled by one token. */
function runConditions(run: readonly (KeywordWord | KeywordPhrase)[], wordMatch: WordMatch): Condition[] {
  const conditions: Condition[] = []
  for (const value of run) {
    if (value.tokens.length === 0) continue
    const condition = value.kind === 'phrase' ? phraseCondition(value) : wordCondition(value, wordMatch)
    const before = conditions.at(-1)
    if (before?.kind === 'word' && condition.kind === 'word' && canSpellTogether(before.pattern, condition.pattern)) {
      const both: Condition = { kind: 'all', of: [before, condition] }
      const spelled: Condition = { kind: 'spelled', first: before.pattern, second: condition.pattern }
      conditions.splice(-1, 1, { kind: 'any', of: [both, spelled] })
    } else {
      conditions.push(condition)
    }
  }
  return conditions
}

function phraseCondition({ tokens }: KeywordPhrase): Condition {
  return { kind: 'phrase', tokens }
}

/** A word that the token function splits is its tokens side by side; the star of a prefix belongs to the last. */
function wordCondition({ tokens, prefix }: KeywordWord, wordMatch: WordMatch): Condition {
  const patterns = tokens.map((token, index) => wordPattern(token, wordMatch, prefix && index === tokens.length - 1))
  const [only] = patterns
  return only && patterns.length === 1 ? { kind: 'word', pattern: only } : { kind: 'sideBySide', patterns }
}

function allOf(conditions: readonly Condition[]): Condition {
  const [only] = conditions
  return only && conditions.length === 1 ? only : { kind: 'all', of: conditions }
}
