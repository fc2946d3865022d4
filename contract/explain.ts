import * as z from 'zod/mini'
import { BuyingOption, Condition, Listing } from './auction.ts'
import { Criterion, FilterDraft, MAX_LIST_ENTRIES, PriceRange, Radius, SearchIn, UnknownPolicy, WordMatch } from './filter.ts'
import { Money } from './money.ts'
import { Highlight, Verdict } from './preview.ts'
import { Id, Instant } from './primitives.ts'

/** Browsers and messengers cut longer addresses. */
export const MAX_LINK_LENGTH = 2000

/** One auction, stored or behind a link, against one filter, saved or as it is being typed. */
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

/** A change of a draft: each field that is there takes the place of the draft's; null takes it out. */
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
/** What a fix does, for the app to say it; the change has the figures. */
export const FixKind = z.enum([
  /** Let an auction pass. `values`: what is added or dropped, where that is words, ids or a name. */
  'dropWords', 'searchDescriptions', 'widenWords', 'addMarketplace', 'addBuyingOption', 'addCondition', 'addCategory',
  'raisePrice', 'lowerPrice', 'raiseBids', 'widenRadius', 'addSeller', 'unblockSeller', 'extendEnd', 'dropCriterion', 'allowUnknown',
  /** Keep it out. */
  'excludeWord', 'blockSeller', 'excludeUnknown',
])
export type FixKind = z.infer<typeof FixKind>

/** A change of the filter that can be made with one tap, and what it would have changed among the auctions of the last 30 days. */
export const Fix = z.object({
  kind: FixKind,
  criterion: Criterion,
  values: z.optional(z.array(z.string())),
  change: DraftChange,
  /** Auctions that would have matched besides. */
  added: z.int(),
  /** Matches that would not have been any. */
  hidden: z.int(),
})
export type Fix = z.infer<typeof Fix>

/** What a verdict was made of; what the auction and the filter say themselves is not repeated. */
export const VerdictDetail = z.object({
  /** Of `keywords`: required terms that were not found, as typed. */
  missing: z.optional(z.array(z.string())),
  /** Of `keywords`: excluded terms that were found, as typed. */
  excludedBy: z.optional(z.array(z.string())),
  /** Of `price`: the amount compared, in the filter's currency. */
  amount: z.optional(Money),
  /** Of `location`: how far away it is. */
  distanceKm: z.optional(z.number()),
  /** Of `unknown`: what the filter does then. */
  policy: z.optional(UnknownPolicy),
})

export const ExplainedCriterion = z.object({
  criterion: Criterion,
  verdict: Verdict,
  detail: VerdictDetail,
  /** The words that decided, found or excluded. */
  highlights: z.optional(z.array(Highlight)),
  /** With it this criterion would let the auction pass. */
  fix: z.optional(Fix),
})

/** Why an auction meets a filter, or not. One that has ended is judged as it was while it ran. */
export const AuctionExplanation = z.object({
  /** `unknown`: it matches with a badge, since something cannot be decided. */
  verdict: Verdict,
  /** Without `id` when it was read for this answer and is not stored. */
  auction: z.extend(Listing, { id: z.optional(Id), status: z.enum(['active', 'ended', 'gone']) }),
  /** Every criterion that the filter asks for. */
  criteria: z.array(ExplainedCriterion),
  /** For a match that is not wanted: ways to keep it and its like out. Empty when it does not match. */
  exclusions: z.array(Fix),
  /** Since when auctions were counted for the fixes: 30 days ago, or the first that was stored. */
  since: Instant,
})
export type AuctionExplanation = z.infer<typeof AuctionExplanation>
export type ExplainedCriterion = z.infer<typeof ExplainedCriterion>
