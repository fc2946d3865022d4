import { changedDraft, type DraftChange } from '../../../contract/explain.ts'
import type { Filter, FilterDraft } from '../../../contract/filter.ts'
import { type FilterForm, formOf } from './form.ts'

/** What each part of a change writes into the form; all else stays as it was typed. */
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

/** A change of a draft as a change of the form that the draft was made of. */
export function formChange(draft: FilterDraft | Filter, change: DraftChange, locale: string): Partial<FilterForm> {
  const form = formOf(changedDraft(draft, change), locale)
  const names = (Object.keys(change) as (keyof DraftChange)[]).flatMap((name) => FIELDS[name])
  return Object.fromEntries(names.map((name) => [name, form[name]]))
}
