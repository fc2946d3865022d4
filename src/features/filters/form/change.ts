import { changedDraft, type DraftChange } from '../../../../contract/explain.ts'
import type { Filter, FilterDraft } from '../../../../contract/filter.ts'
import { type FilterForm, formOf } from './form.ts'

/** The form fields that each part of a change sets; all others stay as typed. */
const FIELDS: Readonly<Record<keyof DraftChange, readonly (keyof FilterForm)[]>> = {
  keywords: ['keywords'],
  searchIn: ['searchIn'],
  wordMatch: ['wordMatch'],
  marketplaces: ['marketplaces'],
  buyingOptions: ['buyingOptions'],
  conditions: ['conditions'],
  categories: ['categories'],
  price: ['priceMin', 'priceMax'],
  maxBids: ['maxBids'],
  location: ['zip', 'radiusKm'],
  shippingTo: ['shippingTo'],
  sellers: ['sellersOnly', 'sellersNever'],
  commercial: ['commercial'],
  endsWithinMinutes: ['endsWithinMinutes'],
  unknown: ['unknown'],
}

/** Converts a change of a draft into a change of its form. */
export function formChange(draft: FilterDraft | Filter, change: DraftChange, locale: string): Partial<FilterForm> {
  const form = formOf(changedDraft(draft, change), locale)
  const names = (Object.keys(change) as (keyof DraftChange)[]).flatMap((name) => FIELDS[name])
  return Object.fromEntries(names.map((name) => [name, form[name]]))
}
