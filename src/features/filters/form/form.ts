import * as z from 'zod/mini'
import { BuyingOption, Condition } from '../../../../contract/auction.ts'
import {
  Criterion,
  type Filter,
  type FilterDraft,
  FilterNotify,
  SearchIn,
  UnknownPolicy,
  WordMatch,
} from '../../../../contract/filter.ts'
import { DEFAULT_ENDING_SOON_MINUTES } from '../../../../contract/vocabulary/limits.ts'
import { amountText } from './amounts.ts'
import { namesText } from './names.ts'

const text = z._default(z.string(), '')
const texts = z._default(z.array(z.string()), [])

/** The form of a filter: its inputs, valid or not. Numbers remain text until they are parsed for the draft. */
export const FilterForm = z.object({
  name: text,
  keywords: text,
  searchIn: z._default(SearchIn, 'title'),
  wordMatch: z._default(WordMatch, 'forms'),
  marketplaces: texts,
  buyingOptions: z._default(z.array(BuyingOption), []),
  conditions: z._default(z.array(Condition), []),
  categories: texts,
  priceMin: text,
  priceMax: text,
  currency: z._default(z.string(), 'EUR'),
  priceOf: z._default(z.enum(['price', 'totalPrice']), 'price'),
  maxBids: text,
  zip: text,
  country: z._default(z.string(), 'DE'),
  radiusKm: z._default(z.number(), 50),
  shippingTo: text,
  sellersOnly: text,
  sellersNever: text,
  commercial: z._default(z.enum(['any', 'private', 'commercial']), 'any'),
  endsWithinMinutes: z._default(z.number(), 0),
  unknown: z._default(z.partialRecord(Criterion, UnknownPolicy), {}),
  enabled: z._default(z.boolean(), true),
  notify: z._default(FilterNotify, {
    channels: {},
    events: { newMatch: true, priceChange: true, endingSoon: true },
    endingSoonMinutes: [...DEFAULT_ENDING_SOON_MINUTES],
  }),
})
export type FilterForm = z.infer<typeof FilterForm>

export const emptyForm: FilterForm = FilterForm.parse({})

/** The form of a saved filter or a draft. */
export function formOf(filter: Filter | FilterDraft, locale: string): FilterForm {
  const { price, location, sellers, commercial } = filter
  const currency = price?.currency ?? emptyForm.currency
  return {
    name: filter.name,
    keywords: filter.keywords,
    searchIn: filter.searchIn,
    wordMatch: filter.wordMatch,
    marketplaces: filter.marketplaces,
    buyingOptions: filter.buyingOptions,
    conditions: filter.conditions,
    categories: filter.categories,
    priceMin: amountText(price?.min, currency, locale),
    priceMax: amountText(price?.max, currency, locale),
    currency,
    priceOf: price?.of ?? 'price',
    maxBids: filter.maxBids === undefined ? '' : String(filter.maxBids),
    zip: location?.zip ?? '',
    country: location?.country ?? emptyForm.country,
    radiusKm: location?.radiusKm ?? emptyForm.radiusKm,
    shippingTo: filter.shippingTo ?? '',
    sellersOnly: namesText(sellers?.only ?? []),
    sellersNever: namesText(sellers?.never ?? []),
    commercial: commercial === undefined ? 'any' : commercial ? 'commercial' : 'private',
    endsWithinMinutes: filter.endsWithinMinutes ?? 0,
    unknown: filter.unknown,
    enabled: filter.enabled,
    notify: filter.notify,
  }
}
