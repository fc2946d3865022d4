import type { Currency } from '../../contract/money.ts'

/** How currencies are written beside an amount. Codes and names stand alone, signs may touch the digits. */
// biome-ignore format: a table
const SIGNS: Readonly<Record<string, Currency>> = {
  '€': 'EUR', '£': 'GBP', '¥': 'JPY', 'zł': 'PLN', 'kč': 'CZK', 'us $': 'USD', 'us$': 'USD', 'c $': 'CAD', 'ca$': 'CAD', 'c$': 'CAD',
  'au $': 'AUD', 'au$': 'AUD', 'a$': 'AUD', 'nz$': 'NZD', 'hk$': 'HKD', 'r$': 'BRL', 's$': 'SGD', 'mx$': 'MXN', 'nt$': 'TWD',
}
// Only codes that are also written in lower case; other codes would be ordinary words then.
const NAMES: Readonly<Record<string, Currency>> = {
  euro: 'EUR',
  euros: 'EUR',
  eur: 'EUR',
  usd: 'USD',
  gbp: 'GBP',
  chf: 'CHF',
  pln: 'PLN',
  czk: 'CZK',
  'sfr.': 'CHF',
  sfr: 'CHF',
  franken: 'CHF',
}
/** Also units or words: a currency only if it is the local one. */
const NAMES_WITH_HINT: Readonly<Record<string, Currency>> = { pfund: 'GBP', pounds: 'GBP', ft: 'HUF' }
/** Francs, unless the local currency is another one: then it may mean Friday. */
const FRANCS = 'fr.'
// biome-ignore format: a list
const CODES: readonly Currency[] = [
  'AUD', 'BGN', 'BHD', 'BRL', 'CAD', 'CHF', 'CLP', 'CNY', 'CZK', 'DKK', 'EUR', 'GBP', 'HKD', 'HUF', 'IDR', 'ILS', 'INR', 'ISK', 'JPY',
  'KRW', 'KWD', 'MXN', 'MYR', 'NOK', 'NZD', 'OMR', 'PHP', 'PLN', 'RON', 'SEK', 'SGD', 'THB', 'TND', 'TRY', 'TWD', 'USD', 'ZAR',
]
/** Also words or abbreviations in capitals: "PHP 7", "CAD 2024". */
const WORDS: ReadonlySet<string> = new Set(['PHP', 'TRY', 'CAD', 'RON', 'ILS', 'CLP', 'INR'])
/** Signs shared by several countries; the local currency decides. */
const SHARED: Readonly<Record<string, readonly Currency[]>> = {
  $: ['USD', 'CAD', 'AUD', 'NZD', 'HKD', 'SGD', 'MXN'],
  kr: ['SEK', 'NOK', 'DKK', 'ISK'],
  'kr.': ['DKK', 'SEK', 'NOK', 'ISK'],
}
/** A dollar without context is American; a crown is ambiguous. */
const WITHOUT_HINT: Readonly<Record<string, Currency>> = { $: 'USD' }

const escaped = (text: string) => text.replace(/[.$]/g, '\\$&')
const byLength = (list: readonly string[]) => list.toSorted((a, b) => b.length - a.length).map(escaped)
const STANDALONE = [...Object.keys(NAMES), ...Object.keys(NAMES_WITH_HINT), FRANCS, ...CODES, 'kr', 'kr.']

/**
 * The source of a regular expression for any marker, for use with the flags `iu`. A sign that begins with a letter must begin a
 * word.
 */
export const MARKER = [
  `(?<!\\p{L})(?:${byLength([...Object.keys(SIGNS), '$']).join('|')})`,
  '[€£¥]',
  `(?<!\\p{L})(?:${byLength(STANDALONE).join('|')})(?!\\p{L})`,
].join('|')

export type Marker = {
  readonly currency: Currency
  /** An ISO code, which decides the meaning of an adjacent dollar sign. */
  readonly isCode: boolean
  /** Shared by several countries. */
  readonly isShared: boolean
  /** Usually precedes its amount. */
  readonly leads: boolean
  /** Whether, before an amount, a space may group thousands: not for currencies of countries that use commas. */
  readonly spaces: boolean
  /** Also a word: not a currency before a small bare number. */
  readonly isWord: boolean
  /** Possibly a unit: a currency only after grouped thousands. */
  readonly needsGroups: boolean
}

/**
 * The meaning of a marker; undefined if it is none here.
 * @param hint the local currency
 */
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
