import { type Condition, neededSideBySide } from '../keywords/conditions.ts'
import type { WordPattern } from '../keywords/patterns.ts'
import type { TermId } from './documentTerms.ts'
import type { TermDictionary } from './termDictionary.ts'

type TermSink = { push(termId: TermId): unknown }

/** A condition in terms of term look-ups. */
export type ConditionTest =
  /** Any of the terms is present. */
  | { readonly kind: 'termIds'; readonly termIds: readonly TermId[] }
  | { readonly kind: 'all'; readonly of: readonly ConditionTest[] }
  | { readonly kind: 'any'; readonly of: readonly ConditionTest[] }
  /** These words, as written, are adjacent. */
  | { readonly kind: 'phrase'; readonly words: readonly TermId[] }
  /** Word order is checked only if everything in `needs` is present. */
  | { readonly kind: 'sideBySide'; readonly needs: ConditionTest; readonly patterns: readonly WordPattern[] }

/** Compiles the test of a condition. Acquires each of its terms from the dictionary and adds it to `acquired`. */
export function conditionTest(condition: Condition, dictionary: TermDictionary, acquired: TermSink): ConditionTest {
  switch (condition.kind) {
    case 'word':
      return { kind: 'termIds', termIds: [hold(dictionary.acquirePattern(condition.pattern), acquired)] }
    case 'spelled':
      return {
        kind: 'termIds',
        termIds: [hold(dictionary.acquireSpelled(condition.first.token + condition.second.token), acquired)],
      }
    case 'phrase':
      return { kind: 'phrase', words: condition.tokens.map((token) => hold(dictionary.acquireWord(token), acquired)) }
    case 'sideBySide': {
      const needs = neededSideBySide(condition.patterns).map((needed) => conditionTest(needed, dictionary, acquired))
      return { kind: 'sideBySide', patterns: condition.patterns, needs: { kind: 'all', of: needs } }
    }
    case 'all':
      return { kind: 'all', of: condition.of.map((inner) => conditionTest(inner, dictionary, acquired)) }
    case 'any':
      return anyTest(condition.of.map((inner) => conditionTest(inner, dictionary, acquired)))
  }
}

/** Alternatives that are single look-ups become one look-up. */
function anyTest(of: readonly ConditionTest[]): ConditionTest {
  const termIds: TermId[] = []
  for (const test of of) {
    if (test.kind !== 'termIds') return { kind: 'any', of }
    for (const termId of test.termIds) if (!termIds.includes(termId)) termIds.push(termId)
  }
  return { kind: 'termIds', termIds }
}

function hold(termId: TermId, acquired: TermSink): TermId {
  acquired.push(termId)
  return termId
}

/** Lists of terms; every auction that passes has at least one term of each list. */
type RequiredLists = { push(list: readonly TermId[]): unknown }

/** Splits a condition's requirements into lists that must each hold and remaining tests. */
export function addRequirements(condition: ConditionTest, lists: RequiredLists, tests: ConditionTest[]): void {
  switch (condition.kind) {
    case 'termIds':
      lists.push(condition.termIds)
      return
    case 'all':
      for (const inner of condition.of) addRequirements(inner, lists, tests)
      return
    case 'phrase':
      for (const word of new Set(condition.words)) lists.push([word])
      tests.push(condition)
      return
    case 'sideBySide':
      addRequirements(condition.needs, lists, tests)
      tests.push(condition)
      return
    case 'any': {
      const any = anyOfEach(condition.of)
      if (any) lists.push(any)
      tests.push(condition)
    }
  }
}

/** Uses the first list of each alternative: if all have one, their union is required. */
function anyOfEach(alternatives: readonly ConditionTest[]): TermId[] | undefined {
  const termIds = new Set<TermId>()
  for (const alternative of alternatives) {
    const lists: (readonly TermId[])[] = []
    addRequirements(alternative, lists, [])
    const [first] = lists
    if (!first) return undefined
    for (const termId of first) termIds.add(termId)
  }
  return [...termIds]
}
