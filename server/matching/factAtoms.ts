import type { Auction } from '../../contract/auction.ts'
import { foldName } from './facts.ts'
import type { FactKind, Lexicon } from './lexicon.ts'
import { ANYWHERE, type Atom, NO_ATOM, type Sightings } from './sightings.ts'
import { type Target, unknownPolicy } from './verdicts.ts'

/*
 * Facts under which filters without a rare word are filed. In place of a name: the fact that there is none.
 */

export const NAMELESS = ''

export type FactList = { readonly kind: FactKind; readonly names: readonly string[] }

/** The lists of facts a filter can be filed under besides 'any'; of each, every matching auction has at least one. */
export function factLists({ criteria, onlySellers }: Target): FactList[] {
  const withNone = (criterion: 'category' | 'seller', names: readonly string[]) =>
    unknownPolicy(criteria, criterion) === 'exclude' ? names : [...names, NAMELESS]

  const lists: FactList[] = []
  if (criteria.marketplaces.length > 0) lists.push({ kind: 'marketplace', names: criteria.marketplaces })
  if (criteria.categories.length > 0) lists.push({ kind: 'category', names: withNone('category', criteria.categories) })
  if (onlySellers.length > 0) lists.push({ kind: 'seller', names: withNone('seller', onlySellers) })
  return lists
}

type SeenFacts = Pick<Auction, 'marketplace' | 'category' | 'seller'>

/** Sees the facts of an auction. */
export function seeFacts({ marketplace, category, seller }: SeenFacts, lexicon: Lexicon, sightings: Sightings): void {
  const see = (atom: Atom) => {
    if (atom !== NO_ATOM) sightings.see(atom, ANYWHERE)
  }
  see(lexicon.factOf('any', NAMELESS))
  see(lexicon.factOf('marketplace', marketplace))
  if (category) {
    see(lexicon.factOf('category', category.id))
    for (const id of category.path) see(lexicon.factOf('category', id))
  } else see(lexicon.factOf('category', NAMELESS))
  if (lexicon.hasFacts('seller')) see(lexicon.factOf('seller', seller?.name === undefined ? NAMELESS : foldName(seller.name)))
}
