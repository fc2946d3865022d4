import type { FilterCriteria } from '../../contract/filter.ts'
import type { Atom, AtomTable } from './atoms.ts'
import type { Condition } from './conditions.ts'
import { findPhrase, findSideBySide } from './occurrences.ts'
import { canSpellTogether, MIN_SUFFIX_LETTERS, type WordPattern } from './patterns.ts'
import type { AuctionTexts } from './texts.ts'

/** A condition as look-ups of atoms. */
export type AtomTest =
  /** Any one of the atoms is there. */
  | { readonly kind: 'atoms'; readonly atoms: readonly Atom[] }
  | { readonly kind: 'all'; readonly of: readonly AtomTest[] }
  | { readonly kind: 'any'; readonly of: readonly AtomTest[] }
  /** The order of words is looked at only where all that is needed for it is there. */
  | { readonly kind: 'placed'; readonly needs: AtomTest; readonly condition: PlacedCondition }

type PlacedCondition = Extract<Condition, { kind: 'phrase' | 'sideBySide' }>

/** Makes the test of a condition; every atom of it is acquired from the table and added to `acquired`. */
export function atomTest(condition: Condition, table: AtomTable, acquired: Atom[]): AtomTest {
  const acquire = (kind: Parameters<AtomTable['acquire']>[0], text: string): Atom => {
    const atom = table.acquire(kind, text)
    acquired.push(atom)
    return atom
  }
  const compile = (inner: Condition): AtomTest => {
    switch (inner.kind) {
      case 'word':
        return { kind: 'atoms', atoms: patternAtoms(inner.pattern, acquire) }
      case 'spelled':
        return { kind: 'atoms', atoms: [acquire('spelled', inner.first.token + inner.second.token)] }
      case 'phrase':
        return { kind: 'placed', condition: inner, needs: allOf(inner.tokens.map(asWord).map(compile)) }
      case 'sideBySide':
        return { kind: 'placed', condition: inner, needs: allOf(neededSideBySide(inner.patterns).map(compile)) }
      default:
        return { kind: inner.kind, of: inner.of.map(compile) }
    }
  }
  return compile(condition)
}

export function passes(test: AtomTest, texts: AuctionTexts, searchIn: FilterCriteria['searchIn']): boolean {
  switch (test.kind) {
    case 'atoms':
      for (const atom of test.atoms) if (texts.has(atom, searchIn)) return true
      return false
    case 'all':
      for (const inner of test.of) if (!passes(inner, texts, searchIn)) return false
      return true
    case 'any':
      for (const inner of test.of) if (passes(inner, texts, searchIn)) return true
      return false
    case 'placed':
      return passes(test.needs, texts, searchIn) && isPlaced(test.condition, texts, searchIn)
  }
}

function isPlaced(condition: PlacedCondition, texts: AuctionTexts, searchIn: FilterCriteria['searchIn']): boolean {
  return texts
    .readings(searchIn)
    .some((reading) =>
      condition.kind === 'phrase'
        ? findPhrase(reading, condition.tokens).length > 0
        : findSideBySide(reading, condition.patterns).length > 0,
    )
}

/** The atoms of which at least one is in every text in which the word is found, and that are in no other. */
function patternAtoms(pattern: WordPattern, acquire: AtomTable['acquire']): Atom[] {
  const { token, stems } = pattern
  if (pattern.prefix) return [acquire('prefix', token)]
  if (!stems) return [acquire('word', token)]
  const atoms = [acquire('germanStem', stems.german), acquire('englishStem', stems.english)]
  if (!pattern.compound) return atoms
  if (token.length >= MIN_SUFFIX_LETTERS) atoms.push(acquire('suffix', token))
  if (stems.german.length >= MIN_SUFFIX_LETTERS) atoms.push(acquire('germanSuffix', stems.german))
  if (stems.english.length >= MIN_SUFFIX_LETTERS) atoms.push(acquire('englishSuffix', stems.english))
  return atoms
}

function asWord(token: string): Condition {
  return { kind: 'word', pattern: { token, prefix: false, mixed: false, compound: false } }
}

/** What must be in the text, wherever it stands: each word, or a token that spells it and its neighbour. */
function neededSideBySide(patterns: readonly WordPattern[]): Condition[] {
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

function allOf(of: readonly AtomTest[]): AtomTest {
  return { kind: 'all', of }
}
