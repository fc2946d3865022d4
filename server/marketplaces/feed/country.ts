import type { Currency } from '../../../contract/money.ts'

type CountryDefaults = { readonly currency: Currency; readonly timeZone?: string; readonly monthFirst?: boolean }

/** Defaults for sites of a country. A country with several time zones has no default zone. */
// biome-ignore format: a table
const COUNTRIES: Readonly<Record<string, CountryDefaults>> = {
  DE: { currency: 'EUR', timeZone: 'Europe/Berlin' }, AT: { currency: 'EUR', timeZone: 'Europe/Vienna' }, CH: { currency: 'CHF', timeZone: 'Europe/Zurich' },
  LI: { currency: 'CHF', timeZone: 'Europe/Vaduz' }, LU: { currency: 'EUR', timeZone: 'Europe/Luxembourg' }, NL: { currency: 'EUR', timeZone: 'Europe/Amsterdam' },
  BE: { currency: 'EUR', timeZone: 'Europe/Brussels' }, FR: { currency: 'EUR', timeZone: 'Europe/Paris' }, IT: { currency: 'EUR', timeZone: 'Europe/Rome' },
  ES: { currency: 'EUR', timeZone: 'Europe/Madrid' }, IE: { currency: 'EUR', timeZone: 'Europe/Dublin' }, GB: { currency: 'GBP', timeZone: 'Europe/London' },
  SE: { currency: 'SEK', timeZone: 'Europe/Stockholm' }, DK: { currency: 'DKK', timeZone: 'Europe/Copenhagen' }, NO: { currency: 'NOK', timeZone: 'Europe/Oslo' },
  PL: { currency: 'PLN', timeZone: 'Europe/Warsaw' }, CZ: { currency: 'CZK', timeZone: 'Europe/Prague' }, US: { currency: 'USD', monthFirst: true },
  CA: { currency: 'CAD' }, AU: { currency: 'AUD' }, JP: { currency: 'JPY', timeZone: 'Asia/Tokyo' },
}

export function countryDefaults(country: string | undefined): Partial<CountryDefaults> {
  return country === undefined ? {} : (COUNTRIES[country] ?? {})
}

/** Country names in listings, German and English, in lower case. */
// biome-ignore format: a table
const NAMES: Readonly<Record<string, string>> = {
  deutschland: 'DE', germany: 'DE', österreich: 'AT', austria: 'AT', schweiz: 'CH', switzerland: 'CH', frankreich: 'FR', france: 'FR',
  italien: 'IT', italy: 'IT', niederlande: 'NL', netherlands: 'NL', belgien: 'BE', belgium: 'BE', spanien: 'ES', spain: 'ES', polen: 'PL',
  poland: 'PL', großbritannien: 'GB', 'vereinigtes königreich': 'GB', 'united kingdom': 'GB', usa: 'US', 'united states': 'US', japan: 'JP',
  china: 'CN', schweden: 'SE', sweden: 'SE', dänemark: 'DK', denmark: 'DK', liechtenstein: 'LI', luxemburg: 'LU', luxembourg: 'LU',
}

export function countryNamed(name: string): string | undefined {
  return NAMES[name.trim().toLowerCase()]
}
