import type { Auction } from '../../../contract/auction.ts'
import type { FilterCriteria } from '../../../contract/filter.ts'
import { foldName } from '../criteria/facts.ts'
import { unknownPolicy } from '../criteria/verdicts.ts'
import { ANYWHERE, type DocumentTerms, NO_TERM } from './documentTerms.ts'
import type { FactKind, TermDictionary } from './termDictionary.ts'

/* Facts under which filters without a rare word are indexed. The empty name stands for a missing fact. */

export const NAMELESS = ''

/** Facts of which every matching auction has one, and the expected share of auctions with one. */
export type RarestFact = {
  readonly kind: FactKind
  readonly names: readonly string[]
  /** Whether an auction without the fact may match too. */
  readonly orNone: boolean
  readonly share: number
}

const ANYTHING: RarestFact = { kind: 'any', names: [NAMELESS], orNone: false, share: 1 }

/** The rarest of the facts that the filter can be indexed under. */
export function rarestFact(criteria: FilterCriteria, dictionary: TermDictionary): RarestFact {
  const { marketplaces, categories, sellers } = criteria
  let rarest = ANYTHING
  if (marketplaces.length > 0) rarest = rarer(rarest, 'marketplace', marketplaces, false, dictionary)
  if (categories.length > 0) rarest = rarer(rarest, 'category', categories, mayLack(criteria, 'category'), dictionary)
  if (sellers && sellers.only.length > 0) {
    rarest = rarer(rarest, 'seller', sellers.only.map(foldName), mayLack(criteria, 'seller'), dictionary)
  }
  return rarest
}

function mayLack(criteria: FilterCriteria, criterion: 'category' | 'seller'): boolean {
  return unknownPolicy(criteria, criterion) !== 'exclude'
}

function rarer(
  than: RarestFact,
  kind: FactKind,
  names: readonly string[],
  orNone: boolean,
  dictionary: TermDictionary,
): RarestFact {
  let share = 0
  for (const name of names) share += dictionary.factShare(kind, name)
  if (orNone) share += dictionary.factShare(kind, NAMELESS)
  return share < than.share ? { kind, names, orNone, share } : than
}

/** The distinct names of such facts. */
export function namesOf({ names, orNone }: RarestFact): Iterable<string> {
  return new Set(orNone ? [...names, NAMELESS] : names)
}

type SeenFacts = Pick<Auction, 'marketplace' | 'category' | 'seller'>

/** Marks the facts of an auction. */
export function markFacts(
  { marketplace, category, seller }: SeenFacts,
  dictionary: TermDictionary,
  documentTerms: DocumentTerms,
): void {
  if (dictionary.hasFacts('any')) markFact('any', NAMELESS, dictionary, documentTerms)
  markFact('marketplace', marketplace, dictionary, documentTerms)
  if (category) {
    const { id, path } = category
    markFact('category', id, dictionary, documentTerms)
    // The last entry is usually the category itself.
    for (let at = 0; at < path.length; at++)
      if (path[at] !== id) markFact('category', path[at] as string, dictionary, documentTerms)
  } else markFact('category', NAMELESS, dictionary, documentTerms)
  if (dictionary.hasFacts('seller')) {
    markFact('seller', seller?.name === undefined ? NAMELESS : foldName(seller.name), dictionary, documentTerms)
  }
}

function markFact(kind: FactKind, name: string, dictionary: TermDictionary, documentTerms: DocumentTerms): void {
  const termId = dictionary.factOf(kind, name)
  if (termId !== NO_TERM) documentTerms.see(termId, ANYWHERE)
}
