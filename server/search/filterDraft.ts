import type * as z from 'zod/mini'
import { CATEGORIES } from '../../contract/categories.ts'
import type { FieldError } from '../../contract/errors.ts'
import type { FilterCriteria, FilterDraft, PlacedRadius } from '../../contract/filter.ts'
import { type KeywordFaultCode, keywordErrors } from '../../contract/keywords.ts'
import type { PostalCodes } from '../location/postalCodes.ts'
import type { Registry } from '../marketplaces/registry.ts'

export type DraftOptions = {
  /**
   * The filter to be replaced. Its marketplaces are accepted even if they no longer exist, and its keywords even if they exceed a
   * newer limit.
   */
  readonly stored?: Pick<FilterCriteria, 'marketplaces' | 'keywords'> | undefined
}

/**
 * Validates a draft (keywords, marketplaces, categories, currencies, countries) and adds the coordinates of its postal code.
 * @returns the criteria, or all errors
 */
export function criteriaOfDraft(
  { registry, postalCodes }: { registry: Registry; postalCodes: PostalCodes },
  draft: FilterDraft,
  { stored }: DraftOptions = {},
): { readonly criteria: FilterCriteria } | { readonly errors: FieldError[] } {
  const errors = [...newKeywordErrors(draft, stored), ...unknownNames(registry, draft, stored)]
  if (errors.length > 0) return { errors }
  const { location, ...rest } = draft
  if (!location) return { criteria: rest }
  const found = postalCodes.find(location.zip, location.country)
  if (!found) {
    return { errors: [{ path: 'location.zip', code: 'location_unknown', message: 'no place with this postal code is known' }] }
  }
  const placed: z.output<typeof PlacedRadius> = { ...location, zip: found.zip, name: found.name, lat: found.lat, lon: found.lon }
  return { criteria: { ...rest, location: placed } }
}

/** ISO 4217, as the runtime knows it. */
const KNOWN_CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))
/** ISO 3166-1, as the runtime knows it. */
const COUNTRY_NAMES = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
const KNOWN_CATEGORIES: ReadonlySet<string> = new Set(CATEGORIES.map(({ id }) => id))

const LIMIT_FAULTS: readonly string[] = ['tooLong', 'tooManyWords', 'wordTooLong'] satisfies KeywordFaultCode[]

/** Limits do not apply to keywords saved before they existed and left unchanged. */
function newKeywordErrors(draft: FilterDraft, stored: DraftOptions['stored']): FieldError[] {
  const errors = keywordErrors(draft)
  return stored?.keywords === draft.keywords ? errors.filter(({ code }) => !LIMIT_FAULTS.includes(code)) : errors
}

function unknownNames(registry: Registry, draft: FilterDraft, stored: DraftOptions['stored']): FieldError[] {
  const { marketplaces, categories, price, notify, shippingTo } = draft
  const isWatched = (id: string) => registry.get(id) !== undefined || stored?.marketplaces.includes(id)
  const fault = (path: string, code: string): FieldError => ({ path, code, message: code.replace('_', ' ') })
  const currencies = [
    ['price.currency', price?.currency],
    ['notify.maxPrice.currency', notify.maxPrice?.currency],
  ] as const
  return [
    ...marketplaces.flatMap((id, index) => (isWatched(id) ? [] : fault(`marketplaces.${index}`, 'unknown_marketplace'))),
    ...categories.flatMap((id, index) => (KNOWN_CATEGORIES.has(id) ? [] : fault(`categories.${index}`, 'unknown_category'))),
    ...currencies.flatMap(([path, code]) =>
      code === undefined || KNOWN_CURRENCIES.has(code) ? [] : fault(path, 'unknown_currency'),
    ),
    ...(shippingTo === undefined || COUNTRY_NAMES.of(shippingTo) ? [] : [fault('shippingTo', 'unknown_country')]),
  ]
}
