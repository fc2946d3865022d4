import type { Auction } from '../../contract/auction.ts'
import type { FilterCriteria } from '../../contract/filter.ts'
import { ANYWHERE, type DocumentTerms, NO_TERM } from './documentTerms.ts'
import { foldName } from './facts.ts'
import type { FactKind, TermDictionary } from './termDictionary.ts'
import { unknownPolicy } from './verdicts.ts'

/*
 * Facts under which filters without a rare word are filed. In place of a name: the fact that there is none.
 */

export const NAMELESS = ''

/** Facts of which every matching auction has one, and in what share of auctions one is expected. */
export type RarestFact = {
  readonly kind: FactKind
  readonly names: readonly string[]
  /** Whether an auction of which it is not known may match too. */
  readonly orNone: boolean
  readonly share: number
}

const ANYTHING: RarestFact = { kind: 'any', names: [NAMELESS], orNone: false, share: 1 }

/** Of the facts that a filter can be filed under the rarest. */
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

/** The names of such facts, each once. */
export function namesOf({ names, orNone }: RarestFact): Iterable<string> {
  return new Set(orNone ? [...names, NAMELESS] : names)
}

type SeenFacts = Pick<Auction, 'marketplace' | 'category' | 'seller'>

/** Sees the facts of an auction. */
export function seeFacts(
  { marketplace, category, seller }: SeenFacts,
  dictionary: TermDictionary,
  sightings: DocumentTerms,
): void {
  if (dictionary.hasFacts('any')) seeFact('any', NAMELESS, dictionary, sightings)
  seeFact('marketplace', marketplace, dictionary, sightings)
  if (category) {
    const { id, path } = category
    seeFact('category', id, dictionary, sightings)
    // Its last entry is the category's own, as a rule.
    for (let at = 0; at < path.length; at++) if (path[at] !== id) seeFact('category', path[at] as string, dictionary, sightings)
  } else seeFact('category', NAMELESS, dictionary, sightings)
  if (dictionary.hasFacts('seller')) {
    seeFact('seller', seller?.name === undefined ? NAMELESS : foldName(seller.name), dictionary, sightings)
  }
}

function seeFact(kind: FactKind, name: string, dictionary: TermDictionary, sightings: DocumentTerms): void {
  const termId = dictionary.factOf(kind, name)
  if (termId !== NO_TERM) sightings.see(termId, ANYWHERE)
}
