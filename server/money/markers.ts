import type { Currency } from '../../contract/money.ts'

/** How currencies are written next to an amount. Codes and names stand alone, signs may touch the digits. */
// biome-ignore format: a table
const SIGNS: Readonly<Record<string, Currency>> = {
  '€': 'EUR', '£': 'GBP', '¥': 'JPY', 'zł': 'PLN', 'kč': 'CZK', 'us $': 'USD', 'us$': 'USD', 'c $': 'CAD', 'ca$': 'CAD', 'c$': 'CAD',
  'au $': 'AUD', 'au$': 'AUD', 'a$': 'AUD', 'nz$': 'NZD', 'hk$': 'HKD', 'r$': 'BRL', 's$': 'SGD', 'mx$': 'MXN', 'nt$': 'TWD',
}
// Some codes are written in small letters too; the others would be words then.
// biome-ignore format: a table
const NAMES: Readonly<Record<string, Currency>> = {
  euro: 'EUR', euros: 'EUR', eur: 'EUR', usd: 'USD', gbp: 'GBP', chf: 'CHF', pln: 'PLN', czk: 'CZK', 'sfr.': 'CHF', sfr: 'CHF', franken: 'CHF',
}
/** Units and words as well: money only where the place's own currency is this one. */
const NAMES_WITH_HINT: Readonly<Record<string, Currency>> = { pfund: 'GBP', pounds: 'GBP', ft: 'HUF' }
/** Francs, unless the place has another currency: there it is Friday. */
const FRANCS = 'fr.'
// biome-ignore format: a list
const CODES: readonly Currency[] = [
  'AUD', 'BGN', 'BHD', 'BRL', 'CAD', 'CHF', 'CLP', 'CNY', 'CZK', 'DKK', 'EUR', 'GBP', 'HKD', 'HUF', 'IDR', 'ILS', 'INR', 'ISK', 'JPY',
  'KRW', 'KWD', 'MXN', 'MYR', 'NOK', 'NZD', 'OMR', 'PHP', 'PLN', 'RON', 'SEK', 'SGD', 'THB', 'TND', 'TRY', 'TWD', 'USD', 'ZAR',
]
/** Words and abbreviations in capitals too: "PHP 7", "CAD 2024". */
const WORDS: ReadonlySet<string> = new Set(['PHP', 'TRY', 'CAD', 'RON', 'ILS', 'CLP', 'INR'])
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
const STANDALONE = [...Object.keys(NAMES), ...Object.keys(NAMES_WITH_HINT), FRANCS, ...CODES, 'kr', 'kr.']

/** A regular expression's source for any marker, to be used with the flags `iu`. A sign that begins with a letter begins a word. */
export const MARKER = [
  `(?<!\\p{L})(?:${byLength([...Object.keys(SIGNS), '$']).join('|')})`,
  '[€£¥]',
  `(?<!\\p{L})(?:${byLength(STANDALONE).join('|')})(?!\\p{L})`,
].join('|')

export type Marker = {
  readonly currency: Currency
  /** An ISO code: it says which dollar a sign beside it means. */
  readonly isCode: boolean
  /** Shared by several countries. */
  readonly isShared: boolean
  /** Rather stands before its amount than behind it. */
  readonly leads: boolean
  /** Where it stands first, a space may set thousands apart: not behind the signs of countries that write commas. */
  readonly spaces: boolean
  /** A word as well: no money before a small bare number. */
  readonly isWord: boolean
  /** Perhaps a unit: money only behind thousands that are set apart. */
  readonly needsGroups: boolean
}

/** What a marker means; undefined when it is none here. @param hint the place's own currency. */
export function readMarker(text: string, hint: Currency | undefined): Marker | undefined {
  const currency = currencyOf(text, hint)
  if (currency === undefined) return undefined
  const isCode = CODES.some((code) => code === text)
  return {
    currency,
    isCode,
    isShared: SHARED[text.toLowerCase()] !== undefined,
    leads: isCode || /[$£¥.]$/u.test(text),
    spaces: !/[$£¥]$/u.test(text),
    isWord: WORDS.has(text),
    needsGroups: text === 'Ft' && hint !== 'HUF',
  }
}

function currencyOf(text: string, hint: Currency | undefined): Currency | undefined {
  const lower = text.toLowerCase()
  const shared = SHARED[lower]
  if (shared !== undefined) return hint !== undefined && shared.includes(hint) ? hint : WITHOUT_HINT[lower]
  if (lower === FRANCS) return hint === undefined || hint === 'CHF' ? 'CHF' : undefined
  const hinted = NAMES_WITH_HINT[lower]
  if (hinted !== undefined) return hinted === hint || text === 'Ft' ? hinted : undefined
  return SIGNS[lower] ?? NAMES[lower] ?? CODES.find((code) => code === text)
}
