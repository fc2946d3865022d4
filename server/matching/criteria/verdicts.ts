import { distanceKm } from '../../../contract/distance.ts'
import { Criterion as Criteria, type Criterion, type FilterCriteria, type UnknownPolicy } from '../../../contract/filter.ts'
import type { Verdict } from '../../../contract/preview.ts'
import { MINUTE_MS } from '../../../contract/time.ts'
import { type AuctionFacts, foldName } from './facts.ts'

/* The verdicts of all criteria except keywords. Those are never unknown: a word that the texts lack is not there. */

/** A criterion that depends only on facts. */
export type FactCriterion = Exclude<Criterion, 'keywords'>

/** The requirements of a filter on an auction's facts. */
export type Target = {
  readonly criteria: FilterCriteria
  /** The criteria that the filter uses, in the contract's order; all others are always yes. */
  readonly asked: readonly FactCriterion[]
  /** Folded. */
  readonly onlySellers: readonly string[]
  /** Folded. */
  readonly neverSellers: readonly string[]
}

/** In the contract's order. */
const FACT_CRITERIA = Criteria.options.filter((criterion): criterion is FactCriterion => criterion !== 'keywords')

export function targetOf(criteria: FilterCriteria): Target {
  return {
    criteria,
    asked: FACT_CRITERIA.filter((criterion) => asks(criteria, criterion)),
    onlySellers: criteria.sellers?.only.map(foldName) ?? [],
    neverSellers: criteria.sellers?.never.map(foldName) ?? [],
  }
}

/** Whether a filter uses this criterion. */
export function asks(criteria: FilterCriteria, criterion: FactCriterion): boolean {
  switch (criterion) {
    case 'marketplace':
      return criteria.marketplaces.length > 0
    case 'buyingOption':
      return criteria.buyingOptions.length > 0
    case 'condition':
      return criteria.conditions.length > 0
    case 'category':
      return criteria.categories.length > 0
    case 'price':
      return criteria.price?.min !== undefined || criteria.price?.max !== undefined
    case 'bids':
      return criteria.maxBids !== undefined
    case 'location':
      return criteria.location !== undefined
    case 'shipping':
      return criteria.shippingTo !== undefined
    case 'seller':
      return criteria.sellers !== undefined && criteria.sellers.only.length + criteria.sellers.never.length > 0
    case 'commercial':
      return criteria.commercial !== undefined
    case 'end':
      return criteria.endsWithinMinutes !== undefined
  }
}

/** The filter's policy for unknown values of a criterion. */
export function unknownPolicy(criteria: FilterCriteria, criterion: Criterion): UnknownPolicy {
  return criteria.unknown[criterion] ?? defaultPolicy(criterion)
}

/** The policy of a filter that sets none. */
export function defaultPolicy(criterion: Criterion): UnknownPolicy {
  return criterion === 'location' ? 'exclude' : 'flag'
}

/** The verdict of one criterion; `yes` if the filter does not use it. */
export function evaluate(criterion: FactCriterion, target: Target, facts: AuctionFacts): Verdict {
  const { criteria } = target
  const { auction } = facts
  switch (criterion) {
    case 'marketplace':
      return anyOf(criteria.marketplaces, [auction.marketplace])
    case 'buyingOption':
      return anyOf(criteria.buyingOptions, auction.buyingOptions)
    case 'condition':
      return anyOf(criteria.conditions, auction.condition ? [auction.condition] : [])
    case 'category':
      return anyOf(criteria.categories, auction.category ? [...auction.category.path, auction.category.id] : [])
    case 'price':
      return priceVerdict(criteria, facts)
    case 'bids':
      return bidsVerdict(criteria, facts)
    case 'location':
      return locationVerdict(criteria, facts)
    case 'shipping':
      return shippingVerdict(criteria, facts)
    case 'seller':
      return sellerVerdict(target, facts)
    case 'commercial':
      return criteria.commercial === undefined ? 'yes' : equal(criteria.commercial, auction.seller?.commercial)
    case 'end':
      return endVerdict(criteria, facts)
  }
}

/** An empty list means any; for an auction without values the verdict is unknown. */
function anyOf<T>(wanted: readonly T[], there: readonly T[]): Verdict {
  if (wanted.length === 0) return 'yes'
  if (there.length === 0) return 'unknown'
  for (const one of there) if (wanted.includes(one)) return 'yes'
  return 'no'
}

function equal<T>(wanted: T, there: T | undefined): Verdict {
  return there === undefined ? 'unknown' : yesIf(there === wanted)
}

function yesIf(holds: boolean): Verdict {
  return holds ? 'yes' : 'no'
}

function priceVerdict({ price }: FilterCriteria, facts: AuctionFacts): Verdict {
  if (price?.min === undefined && price?.max === undefined) return 'yes'
  const amount = facts.amountIn(price.currency, price.of)
  if (amount === undefined) return 'unknown'
  return yesIf(amount >= (price.min ?? 0) && amount <= (price.max ?? Number.POSITIVE_INFINITY))
}

/** Offers without bidding have no bids. */
function bidsVerdict({ maxBids }: FilterCriteria, facts: AuctionFacts): Verdict {
  if (maxBids === undefined) return 'yes'
  const bids = facts.auction.bidCount ?? (facts.takesBids === false ? 0 : undefined)
  return bids === undefined ? 'unknown' : yesIf(bids <= maxBids)
}

/** A masked place is evaluated by the centre of its region. */
function locationVerdict({ location }: FilterCriteria, { auction }: AuctionFacts): Verdict {
  if (!location) return 'yes'
  const { lat, lon } = auction.location ?? {}
  if (lat === undefined || lon === undefined) return 'unknown'
  return yesIf(distanceKm(location, { lat, lon }) <= location.radiusKm)
}

/** Without a list of countries, a known shipping cost means shipping within the seller's country. */
function shippingVerdict({ shippingTo }: FilterCriteria, { auction }: AuctionFacts): Verdict {
  if (shippingTo === undefined) return 'yes'
  if (auction.shipsTo) return yesIf(auction.shipsTo.includes(shippingTo))
  return auction.shipping && auction.location?.country === shippingTo ? 'yes' : 'unknown'
}

function sellerVerdict({ onlySellers, neverSellers }: Target, { seller }: AuctionFacts): Verdict {
  if (onlySellers.length + neverSellers.length === 0) return 'yes'
  if (seller === undefined) return 'unknown'
  return yesIf((onlySellers.length === 0 || onlySellers.includes(seller)) && !neverSellers.includes(seller))
}

/** An offer without bidding and without an end never ends. */
function endVerdict({ endsWithinMinutes }: FilterCriteria, facts: AuctionFacts): Verdict {
  if (endsWithinMinutes === undefined) return 'yes'
  const { endsAt } = facts
  if (endsAt === undefined) return facts.takesBids === false ? 'no' : 'unknown'
  const left = endsAt - facts.now
  return yesIf(left > 0 && left <= endsWithinMinutes * MINUTE_MS)
}
