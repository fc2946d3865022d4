import { CATEGORIES } from '../../contract/categories.ts'
import { type FilterOptions, RADII_KM } from '../../contract/filter.ts'
import type { Registry } from '../marketplaces/registry.ts'

const CURRENCIES = ['EUR', 'CHF', 'GBP', 'USD', 'SEK', 'DKK', 'NOK', 'PLN', 'CZK', 'HUF', 'JPY']

/** The choices of a filter, in both languages. */
export function filterOptions(registry: Registry): FilterOptions {
  return {
    marketplaces: registry.all.map(({ id, name, demo }) => ({ id, name, demo })),
    categories: CATEGORIES.map(({ id, parent, label }) => ({ id, label, ...(parent ? { parent } : {}) })),
    conditions: [
      { id: 'new', label: { en: 'New', de: 'Neu' } },
      { id: 'likeNew', label: { en: 'Like new', de: 'Wie neu' } },
      { id: 'refurbished', label: { en: 'Refurbished', de: 'Generalüberholt' } },
      { id: 'used', label: { en: 'Used', de: 'Gebraucht' } },
      { id: 'forParts', label: { en: 'For parts', de: 'Für Bastler' } },
    ],
    buyingOptions: [
      { id: 'auction', label: { en: 'Auction', de: 'Auktion' } },
      { id: 'fixedPrice', label: { en: 'Buy now', de: 'Sofort-Kauf' } },
      { id: 'bestOffer', label: { en: 'Best offer', de: 'Preisvorschlag' } },
    ],
    currencies: CURRENCIES,
    countries: [
      { id: 'DE', label: { en: 'Germany', de: 'Deutschland' } },
      { id: 'AT', label: { en: 'Austria', de: 'Österreich' } },
      { id: 'CH', label: { en: 'Switzerland', de: 'Schweiz' } },
      { id: 'LI', label: { en: 'Liechtenstein', de: 'Liechtenstein' } },
    ],
    radiiKm: [...RADII_KM],
  }
}
