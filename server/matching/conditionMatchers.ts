import type { Condition } from './conditions.ts'
import type { TermId } from './documentTerms.ts'
import { canSpellTogether, type WordPattern } from './patterns.ts'
import type { TermDictionary } from './termDictionary.ts'

type TermSink = { push(termId: TermId): unknown }

/** A condition as look-ups of terms. */
export type ConditionTest =
  /** Any one of the terms is there. */
  | { readonly kind: 'termIds'; readonly termIds: readonly TermId[] }
  | { readonly kind: 'all'; readonly of: readonly ConditionTest[] }
  | { readonly kind: 'any'; readonly of: readonly ConditionTest[] }
  /** These words, as written, side by side. */
  | { readonly kind: 'phrase'; readonly words: readonly TermId[] }
  /** The order of words is looked at only where all that is needed for it is there. */
  | { readonly kind: 'sideBySide'; readonly needs: ConditionTest; readonly patterns: readonly WordPattern[] }

/** Makes the test of a condition; every term of it is acquired from the dictionary and added to `acquired`. */
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

/** Alternatives that are looked up are looked up together. */
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

/** What must be in the text, wherever it stands: each word, or a token that spells it and its neighbour. */
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

/** Lists of terms of each of which every auction that passes has at least one. */
type RequiredLists = { push(list: readonly TermId[]): unknown }

/** Takes what a condition requires apart: lists that must each hold, and what is left to be tested. */
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

/** Of each alternative the first list stands for it: where all have one, together they are needed. */
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
