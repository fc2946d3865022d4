import type { Auction } from '../../contract/auction.ts'
import { foldName } from './facts.ts'
import { type Target, unknownPolicy } from './verdicts.ts'

/*
 * Names of the facts under which filters without a rare word are filed. Each list is complete: an auction that has none
 * of its names does not match.
 */

/** The fact that every auction has. */
export const ANY_AUCTION = 'any'
const NO_CATEGORY = 'category:'
const NO_SELLER = 'seller:'

/** The lists of names a filter can be filed under; of each, every matching auction has at least one. */
export function factAnchors({ criteria, onlySellers }: Target): string[][] {
  const anchors = [[ANY_AUCTION]]
  if (criteria.marketplaces.length > 0) anchors.push(criteria.marketplaces.map((id) => `marketplace:${id}`))
  if (criteria.categories.length > 0) {
    const absent = unknownPolicy(criteria, 'category') === 'exclude' ? [] : [NO_CATEGORY]
    anchors.push([...criteria.categories.map((id) => NO_CATEGORY + id), ...absent])
  }
  if (onlySellers.length > 0) {
    const absent = unknownPolicy(criteria, 'seller') === 'exclude' ? [] : [NO_SELLER]
    anchors.push([...onlySellers.map((name) => NO_SELLER + name), ...absent])
  }
  return anchors
}

/** The names of the facts that an auction has. */
export function factNames({ marketplace, category, seller }: Auction): string[] {
  const names = [ANY_AUCTION, `marketplace:${marketplace}`]
  const categories = category ? [...category.path, category.id] : []
  if (categories.length === 0) names.push(NO_CATEGORY)
  for (const id of categories) names.push(NO_CATEGORY + id)
  names.push(NO_SELLER + (seller?.name === undefined ? '' : foldName(seller.name)))
  return names
}
