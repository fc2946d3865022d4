import type { Currency } from '../../contract/money.ts'

/** How currencies are written next to an amount. Codes and names stand alone, signs may touch the digits. */
// biome-ignore format: a table
const SIGNS: Readonly<Record<string, Currency>> = {
  '€': 'EUR', '£': 'GBP', '¥': 'JPY', 'zł': 'PLN', 'Kč': 'CZK', 'US $': 'USD', 'US$': 'USD', 'C $': 'CAD', 'CA$': 'CAD', 'AU $': 'AUD', 'AU$': 'AUD',
  'NZ$': 'NZD',
}
// biome-ignore format: a table
const NAMES: Readonly<Record<string, Currency>> = {
  euro: 'EUR', euros: 'EUR', 'sfr.': 'CHF', sfr: 'CHF', 'fr.': 'CHF', franken: 'CHF', pfund: 'GBP', pounds: 'GBP', ft: 'HUF',
}
// biome-ignore format: a list
const CODES = [
  'AUD', 'BGN', 'BHD', 'BRL', 'CAD', 'CHF', 'CLP', 'CNY', 'CZK', 'DKK', 'EUR', 'GBP', 'HKD', 'HUF', 'IDR', 'ILS', 'INR', 'ISK', 'JPY',
  'KRW', 'KWD', 'MXN', 'MYR', 'NOK', 'NZD', 'OMR', 'PHP', 'PLN', 'RON', 'SEK', 'SGD', 'THB', 'TND', 'TRY', 'TWD', 'USD', 'ZAR',
]
/** Signs that several countries share: whose it is, the place decides. */
const SHARED: Readonly<Record<string, readonly Currency[]>> = {
  $: ['USD', 'CAD', 'AUD', 'NZD', 'HKD', 'SGD', 'MXN'],
  kr: ['SEK', 'NOK', 'DKK', 'ISK'],
  'kr.': ['DKK', 'SEK', 'NOK', 'ISK'],
}

/** A dollar of nowhere in particular is American; a crown could be anyone's. */
const WITHOUT_HINT: Readonly<Record<string, Currency>> = { $: 'USD' }

const escaped = (text: string) => text.replace(/[.$]/g, '\\$&')
const byLength = (list: readonly string[]) => list.toSorted((a, b) => b.length - a.length).map(escaped)

/** A regular expression's source for any marker; to be used with the flags `iu`. */
export const MARKER = [
  `(?:${byLength([...Object.keys(SIGNS), '$']).join('|')})`,
  `(?<!\\p{L})(?:${byLength([...Object.keys(NAMES), ...CODES, 'kr', 'kr.']).join('|')})(?!\\p{L})`,
].join('|')

/** The currency that a marker means. @param hint the place's own currency, for signs that several countries share. */
export function currencyOf(marker: string, hint: Currency | undefined): Currency | undefined {
  const lower = marker.toLowerCase()
  const shared = SHARED[lower]
  if (shared !== undefined) return hint !== undefined && shared.includes(hint) ? hint : WITHOUT_HINT[lower]
  const sign = Object.entries(SIGNS).find(([text]) => text.toLowerCase() === lower)
  if (sign !== undefined) return sign[1]
  return NAMES[lower] ?? CODES.find((code) => code.toLowerCase() === lower)
}
