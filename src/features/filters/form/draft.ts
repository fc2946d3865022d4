import { FilterDraft } from '../../../../contract/filter.ts'
import { hasOtherCriterion, type KeywordFault, parseKeywords } from '../../../../contract/keywords.ts'
import { parseAmount } from './amounts.ts'
import type { FilterForm } from './form.ts'
import { readNames } from './names.ts'
import { suggestedName } from './suggestedName.ts'

/** The invalid fields and what is wrong with them. */
export type FormFaults = Partial<Record<'priceMin' | 'priceMax' | 'maxBids', 'number' | 'minAboveMax'>> & {
  keywords: readonly KeywordFault[]
}

/** `draft` is set if there are no faults. */
type Drafted = { draft: FilterDraft | undefined; faults: FormFaults; isValid: boolean }

/** Makes a draft of a form, or reports its faults. `fallbackName` is used if name and keywords are both empty. */
export function draftOf(form: FilterForm, locale: string, fallbackName: string): Drafted {
  const min = parseAmount(form.priceMin, form.currency, locale)
  const max = parseAmount(form.priceMax, form.currency, locale)
  const bids = form.maxBids.trim()
  const faults: FormFaults = { keywords: [] }
  if (min === undefined) faults.priceMin = 'number'
  if (max === undefined) faults.priceMax = 'number'
  if (typeof min === 'number' && typeof max === 'number' && min > max) faults.priceMin = 'minAboveMax'
  if (bids !== '' && !/^\d{1,5}$/.test(bids)) faults.maxBids = 'number'

  const only = readNames(form.sellersOnly)
  const never = readNames(form.sellersNever)
  const hasPrice = typeof min === 'number' || typeof max === 'number'
  const raw = {
    name: form.name.trim() || suggestedName(form, fallbackName),
    keywords: form.keywords.trim(),
    searchIn: form.searchIn,
    wordMatch: form.wordMatch,
    marketplaces: form.marketplaces,
    buyingOptions: form.buyingOptions,
    conditions: form.conditions,
    categories: form.categories,
    unknown: form.unknown,
    enabled: form.enabled,
    notify: form.notify,
    ...(hasPrice
      ? {
          price: {
            currency: form.currency,
            of: form.priceOf,
            ...(typeof min === 'number' ? { min } : {}),
            ...(typeof max === 'number' ? { max } : {}),
          },
        }
      : {}),
    ...(bids === '' || faults.maxBids ? {} : { maxBids: Number(bids) }),
    ...(form.zip.trim() === '' ? {} : { location: { country: form.country, zip: form.zip.trim(), radiusKm: form.radiusKm } }),
    ...(form.shippingTo === '' ? {} : { shippingTo: form.shippingTo }),
    ...(only.length + never.length === 0 ? {} : { sellers: { only, never } }),
    ...(form.commercial === 'any' ? {} : { commercial: form.commercial === 'commercial' }),
    ...(form.endsWithinMinutes > 0 ? { endsWithinMinutes: form.endsWithinMinutes } : {}),
  }
  const parsed = FilterDraft.safeParse(raw).data
  const keywords = parseKeywords(form.keywords, { hasOtherCriterion: parsed ? hasOtherCriterion(parsed) : true })
  faults.keywords = keywords.faults
  const isValid = Object.keys(faults).length === 1 && keywords.faults.length === 0 && parsed !== undefined
  return { draft: isValid ? parsed : undefined, faults, isValid }
}
