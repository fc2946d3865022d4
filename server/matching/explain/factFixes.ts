import type { DraftChange } from '../../../contract/explain.ts'
import {
  type FilterCriteria,
  MAX_BIDS,
  MAX_END_MINUTES,
  MAX_LIST_ENTRIES,
  MAX_RADIUS_KM,
  RADII_KM,
} from '../../../contract/filter.ts'
import { MAX_MINOR_UNITS } from '../../../contract/money.ts'
import { DAY_MS, MINUTE_MS } from '../../../contract/time.ts'
import { foldName } from '../criteria/facts.ts'
import type { FactCriterion } from '../criteria/verdicts.ts'
import type { CriterionExplanation } from './explain.ts'
import type { EvaluationInput, FixCandidate } from './fixCandidate.ts'

type ExplainedFact = Exclude<CriterionExplanation, { criterion: 'keywords' }>

/** The change that removes a criterion from a filter. */
const DROPPED: Readonly<Record<FactCriterion, DraftChange>> = {
  marketplace: { marketplaces: [] },
  buyingOption: { buyingOptions: [] },
  condition: { conditions: [] },
  category: { categories: [] },
  price: { price: null },
  bids: { maxBids: null },
  location: { location: null },
  shipping: { shippingTo: null },
  seller: { sellers: { only: [], never: [] } },
  commercial: { commercial: null },
  end: { endsWithinMinutes: null },
}

/** Steps of "ends within", minutes. */
const END_STEPS = [60, 180, 720, 1440, 4320, 10_080]
/** Beyond the form's choices, radii are rounded up to this step. */
const FAR_STEP_KM = 100

/** Changes with which a failing criterion would pass. The last one always exists: it removes the criterion. */
export function factCandidates(explained: ExplainedFact, one: EvaluationInput): FixCandidate[] {
  const { criterion } = explained
  const drop: FixCandidate = { kind: 'dropCriterion', criterion, change: DROPPED[criterion] }
  return [...widerCandidates(explained, one).map((wider) => ({ ...wider, criterion })), drop]
}

type Wider = Omit<FixCandidate, 'criterion'>

function widerCandidates(explained: ExplainedFact, { criteria, auction, now }: EvaluationInput): Wider[] {
  switch (explained.criterion) {
    case 'marketplace':
      return [{ kind: 'addMarketplace', ...added(criteria, 'marketplaces', auction.marketplace) }]
    case 'buyingOption':
      return auction.buyingOptions
        .slice(0, 1)
        .map((one) => ({ kind: 'addBuyingOption', ...added(criteria, 'buyingOptions', one) }))
    case 'condition':
      return auction.condition ? [{ kind: 'addCondition', ...added(criteria, 'conditions', auction.condition) }] : []
    case 'category':
      return auction.category ? [{ kind: 'addCategory', ...added(criteria, 'categories', auction.category.id) }] : []
    case 'price':
      return priceCandidates(criteria, explained.amount?.amount)
    case 'bids':
      return bidsCandidates(auction.bidCount ?? 0)
    case 'location':
      return radiusCandidates(criteria, explained.distanceKm)
    case 'seller':
      return auction.seller?.name === undefined ? [] : sellerCandidates(criteria, auction.seller.name)
    case 'end':
      return auction.endsAt === undefined ? [] : endCandidates(Date.parse(auction.endsAt), Date.parse(auction.firstSeenAt), now)
    default:
      return []
  }
}

type ListName = 'marketplaces' | 'buyingOptions' | 'conditions' | 'categories'

/** A list with one more value; a full list is emptied, which means any. */
function added<N extends ListName>(criteria: FilterCriteria, name: N, value: FilterCriteria[N][number]) {
  const list = criteria[name].length < MAX_LIST_ENTRIES ? [...criteria[name], value] : []
  return { change: { [name]: list } as DraftChange, values: [value] }
}

function priceCandidates({ price }: FilterCriteria, amount: number | undefined): Wider[] {
  if (!price || amount === undefined) return []
  if (price.max !== undefined && amount > price.max) {
    const max = roundUp(amount)
    return max > MAX_MINOR_UNITS ? [] : [{ kind: 'raisePrice', change: { price: { ...price, max } } }]
  }
  return [{ kind: 'lowerPrice', change: { price: { ...price, min: roundDown(amount) } } }]
}

function bidsCandidates(bidCount: number): Wider[] {
  const maxBids = roundUp(bidCount)
  return maxBids > MAX_BIDS ? [] : [{ kind: 'raiseBids', change: { maxBids } }]
}

function radiusCandidates({ location }: FilterCriteria, distanceKm: number | undefined): Wider[] {
  if (!location || distanceKm === undefined) return []
  const radiusKm = RADII_KM.find((km) => km >= distanceKm) ?? Math.ceil(distanceKm / FAR_STEP_KM) * FAR_STEP_KM
  const { country, zip } = location
  return radiusKm > MAX_RADIUS_KM ? [] : [{ kind: 'widenRadius', change: { location: { country, zip, radiusKm } } }]
}

function sellerCandidates({ sellers }: FilterCriteria, name: string): Wider[] {
  const { only = [], never = [] } = sellers ?? {}
  const folded = foldName(name)
  const unblocked = never.filter((one) => foldName(one) !== folded)
  const isListed = only.length === 0 || only.some((one) => foldName(one) === folded)
  const change = { sellers: { only: isListed ? [...only] : [...only, name], never: unblocked } }
  return [{ kind: unblocked.length < never.length ? 'unblockSeller' : 'addSeller', change, values: [name] }]
}

/** Times in ms since 1970. An auction that ended before its first sight never had time left. */
function endCandidates(endsAt: number, firstSeenAt: number, now: number): Wider[] {
  const minutes = Math.ceil((endsAt - Math.max(firstSeenAt, now)) / MINUTE_MS)
  if (minutes <= 0) return []
  const dayMinutes = DAY_MS / MINUTE_MS
  const endsWithinMinutes = END_STEPS.find((step) => step >= minutes) ?? Math.ceil(minutes / dayMinutes) * dayMinutes
  return endsWithinMinutes > MAX_END_MINUTES ? [] : [{ kind: 'extendEnd', change: { endsWithinMinutes } }]
}

/** Rounded up to two significant digits, as a user would enter it. */
function roundUp(count: number): number {
  const step = stepOf(count)
  return Math.ceil(count / step) * step
}

function roundDown(count: number): number {
  const step = stepOf(count)
  return Math.floor(count / step) * step
}

function stepOf(count: number): number {
  return 10 ** Math.max(0, Math.floor(Math.log10(count)) - 1)
}
