import * as z from 'zod/mini'
import { BuyingOption, Condition, Listing } from './auction.ts'
import { Criterion, FilterDraft, PriceRange, Radius, SearchIn, UnknownPolicy, WordMatch } from './filter.ts'
import { Money } from './money.ts'
import { Highlight, Verdict } from './preview.ts'
import { Id, Instant } from './primitives.ts'
import { MAX_LIST_ENTRIES } from './vocabulary/limits.ts'

/** Browsers and messengers truncate longer URLs. */
export const MAX_LINK_LENGTH = 2000

/** Explains one auction, stored or linked, for one filter, saved or draft. */
export const ExplainRequest = z
  .strictObject({
    auctionId: z.optional(Id),
    /** A link to a lot, as copied from a marketplace. */
    url: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_LINK_LENGTH))),
    filterId: z.optional(Id),
    draft: z.optional(FilterDraft),
  })
  .check(
    z.refine(({ auctionId, url }) => (auctionId === undefined) !== (url === undefined), { message: 'oneOf', path: ['url'] }),
    z.refine(({ filterId, draft }) => (filterId === undefined) !== (draft === undefined), {
      message: 'oneOf',
      path: ['filterId'],
    }),
  )

const list = <T extends z.ZodMiniType>(entry: T) => z.optional(z.array(entry).check(z.maxLength(MAX_LIST_ENTRIES)))
const sellers = z.array(z.string()).check(z.maxLength(MAX_LIST_ENTRIES))

/** A change of a draft: each given field replaces the draft's; null removes it. */
export const DraftChange = z.strictObject({
  keywords: z.optional(z.string()),
  searchIn: z.optional(SearchIn),
  wordMatch: z.optional(WordMatch),
  marketplaces: list(z.string()),
  buyingOptions: list(BuyingOption),
  conditions: list(Condition),
  categories: list(z.string()),
  price: z.optional(z.nullable(PriceRange)),
  maxBids: z.optional(z.nullable(z.int())),
  location: z.optional(z.nullable(Radius)),
  shippingTo: z.optional(z.null()),
  sellers: z.optional(z.strictObject({ only: sellers, never: sellers })),
  commercial: z.optional(z.null()),
  endsWithinMinutes: z.optional(z.nullable(z.int())),
  unknown: z.optional(z.partialRecord(Criterion, UnknownPolicy)),
})
export type DraftChange = z.infer<typeof DraftChange>

/** The draft after a change. */
export function changedDraft<D extends object>(draft: D, change: DraftChange): D {
  const all = Object.entries({ ...draft, ...change })
  return Object.fromEntries(all.filter(([, value]) => value !== null && value !== undefined)) as D
}

// biome-ignore format: a table
/** The effect of a fix, which the app turns into text; the figures are in the change. */
export const FixKind = z.enum([
  /** Lets an auction pass. `values`: added or removed words, ids or names. */
  'dropWords', 'searchDescriptions', 'widenWords', 'addMarketplace', 'addBuyingOption', 'addCondition', 'addCategory',
  'raisePrice', 'lowerPrice', 'raiseBids', 'widenRadius', 'addSeller', 'unblockSeller', 'extendEnd', 'dropCriterion', 'allowUnknown',
  /** Excludes it. */
  'excludeWord', 'blockSeller', 'excludeUnknown',
])
export type FixKind = z.infer<typeof FixKind>

/** A change of the filter that takes one tap, with its effect on the auctions of the last 30 days. */
export const Fix = z.object({
  kind: FixKind,
  criterion: Criterion,
  values: z.optional(z.array(z.string())),
  change: DraftChange,
  /** Auctions that would have matched in addition. */
  added: z.int(),
  /** Matches that would have been lost. */
  hidden: z.int(),
})
export type Fix = z.infer<typeof Fix>

/** The facts behind a verdict, without those that the auction and the filter already contain. */
export const VerdictDetail = z.object({
  /** For `keywords`: required terms that were not found, as typed. */
  missing: z.optional(z.array(z.string())),
  /** For `keywords`: excluded terms that were found, as typed. */
  excludedBy: z.optional(z.array(z.string())),
  /** For `price`: the amount compared, in the filter's currency. */
  amount: z.optional(Money),
  /** For `location`: the distance. */
  distanceKm: z.optional(z.number()),
  /** For `unknown`: the filter's policy. */
  policy: z.optional(UnknownPolicy),
})

export const ExplainedCriterion = z.object({
  criterion: Criterion,
  verdict: Verdict,
  detail: VerdictDetail,
  /** The words that decided, found or excluded. */
  highlights: z.optional(z.array(Highlight)),
  /** A change with which this criterion would let the auction pass. */
  fix: z.optional(Fix),
})

/** Why an auction meets a filter or not. An ended auction is evaluated as if it were still active. */
export const AuctionExplanation = z.object({
  /** `unknown`: it matches with a badge, because some criterion cannot be decided. */
  verdict: Verdict,
  /** Without `id` if it was only looked up and is not stored. */
  auction: z.extend(Listing, { id: z.optional(Id), status: z.enum(['active', 'ended', 'gone']) }),
  /** Every criterion that the filter uses. */
  criteria: z.array(ExplainedCriterion),
  /** Changes that exclude this match and similar ones. Empty when it does not match. */
  exclusions: z.array(Fix),
  /** The start of the period for counting effects: 30 days ago, or the first stored auction. */
  since: Instant,
})
export type AuctionExplanation = z.infer<typeof AuctionExplanation>
export type ExplainedCriterion = z.infer<typeof ExplainedCriterion>
