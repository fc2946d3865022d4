import type { Condition } from './conditions.ts'
import type { Lexicon } from './lexicon.ts'
import { canSpellTogether, type WordPattern } from './patterns.ts'
import type { Atom } from './sightings.ts'

/** A condition as look-ups of atoms. */
export type ConditionTest =
  /** Any one of the atoms is there. */
  | { readonly kind: 'atoms'; readonly atoms: readonly Atom[] }
  | { readonly kind: 'all'; readonly of: readonly ConditionTest[] }
  | { readonly kind: 'any'; readonly of: readonly ConditionTest[] }
  /** These words, as written, side by side. */
  | { readonly kind: 'phrase'; readonly words: readonly Atom[] }
  /** The order of words is looked at only where all that is needed for it is there. */
  | { readonly kind: 'sideBySide'; readonly needs: ConditionTest; readonly patterns: readonly WordPattern[] }

/** Makes the test of a condition; every atom of it is acquired from the lexicon and added to `acquired`. */
export function conditionTest(condition: Condition, lexicon: Lexicon, acquired: Atom[]): ConditionTest {
  switch (condition.kind) {
    case 'word':
      return { kind: 'atoms', atoms: [hold(lexicon.acquirePattern(condition.pattern), acquired)] }
    case 'spelled':
      return { kind: 'atoms', atoms: [hold(lexicon.acquireSpelled(condition.first.token + condition.second.token), acquired)] }
    case 'phrase':
      return { kind: 'phrase', words: condition.tokens.map((token) => hold(lexicon.acquireWord(token), acquired)) }
    case 'sideBySide': {
      const needs = neededSideBySide(condition.patterns).map((needed) => conditionTest(needed, lexicon, acquired))
      return { kind: 'sideBySide', patterns: condition.patterns, needs: { kind: 'all', of: needs } }
    }
    default:
      return { kind: condition.kind, of: condition.of.map((inner) => conditionTest(inner, lexicon, acquired)) }
  }
}

function hold(atom: Atom, acquired: Atom[]): Atom {
  acquired.push(atom)
  return atom
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

/** Atoms of which every auction that passes has at least one: lists that must each hold, and what is left to be tested. */
export type Requirements = { readonly anyOf: (readonly Atom[])[]; readonly tests: ConditionTest[] }

/** Takes conditions that must all hold apart. */
export function requirementsOf(conditions: readonly ConditionTest[]): Requirements {
  const found: Requirements = { anyOf: [], tests: [] }
  for (const condition of conditions) addRequirement(condition, found)
  return found
}

function addRequirement(condition: ConditionTest, to: Requirements): void {
  switch (condition.kind) {
    case 'atoms':
      to.anyOf.push(condition.atoms)
      return
    case 'all':
      for (const inner of condition.of) addRequirement(inner, to)
      return
    case 'phrase':
      for (const word of new Set(condition.words)) to.anyOf.push([word])
      to.tests.push(condition)
      return
    case 'sideBySide':
      addRequirement(condition.needs, to)
      to.tests.push(condition)
      return
    case 'any': {
      const inner = condition.of.map((alternative) => requirementsOf([alternative]))
      const isPlain = inner.every(({ anyOf, tests }) => tests.length === 0 && anyOf.length === 1)
      // Of each alternative one list stands for it: where all alternatives have one, together they are needed.
      if (inner.every(({ anyOf }) => anyOf.length > 0)) {
        to.anyOf.push([...new Set(inner.flatMap(({ anyOf }) => anyOf[0] ?? []))])
      }
      if (!isPlain) to.tests.push(condition)
    }
  }
}
