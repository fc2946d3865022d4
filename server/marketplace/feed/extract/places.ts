import type { Listing, Place } from '../../../../contract/auction.ts'
import type { FoundPlace } from '../../../../contract/location.ts'
import { countryNamed } from '../country.ts'

export type PlaceContext = {
  /** The feed's country. */
  readonly country?: string
  /** Knows postal codes; a code that it does not know is taken only where a line says that it is a place. */
  readonly findPlace: (zip: string, country: string) => FoundPlace | undefined
}

const PLACE_NAME =
  "(?<name>\\p{Lu}[\\p{L}.'’-]+(?:[ /-](?:\\p{Lu}|a\\.|am|an|bei|der|im|in|ob|vor)[\\p{L}.'’-]*){0,4}(?: \\([^()\\n]{1,30}\\))?)"
/** A whole line, or a part of one between commas: "20095 Hamburg", "D-10115 Berlin". */
const CODE_AND_PLACE = new RegExp(
  `(?:^|[,;(|·]\\s*|\\b(?:in|aus|nach)\\s+)(?:(?<prefix>D|DE|A|AT|CH|FL|LI)[- ])?(?<zip>\\d{4,5})\\s+${PLACE_NAME}\\s*(?=$|[,;)|·.])`,
  'u',
)
const LABELLED =
  /^(?:artikel|lot|objekt)?(?:standort|ort|abholort|lagerort|location|item location|located in|place)\s*:\s*(.{2,80})$/iu
const LABELLED_CODE = new RegExp(`^(?:(?<prefix>D|DE|A|AT|CH|FL|LI)[- ])?(?<zip>\\d{4,5})\\s+${PLACE_NAME}`, 'u')
const FROM_COUNTRY = /(?:^|\s)(?:aus|from)\s+(\p{Lu}[\p{L} ]{2,30})$/u
const PREFIX_COUNTRY: Readonly<Record<string, string>> = { D: 'DE', DE: 'DE', A: 'AT', AT: 'AT', CH: 'CH', FL: 'LI', LI: 'LI' }

/** Where the thing is, as far as the entry says. */
export function extractPlace(lines: readonly string[], context: PlaceContext): Place | undefined {
  for (const line of lines) {
    const labelled = LABELLED.exec(line)?.[1]?.trim()
    const place =
      labelled === undefined ? codeAndPlace(CODE_AND_PLACE.exec(line), context, false) : labelledPlace(labelled, context)
    if (place !== undefined) return place
  }
  for (const line of lines) {
    const country = countryNamed(FROM_COUNTRY.exec(line)?.[1] ?? '')
    if (country !== undefined) return { country, precision: 'region' }
  }
  return undefined
}

function labelledPlace(text: string, context: PlaceContext): Place {
  const coded = codeAndPlace(LABELLED_CODE.exec(text), context, true)
  if (coded !== undefined) return coded
  const country = countryNamed(text.split(',').at(-1) ?? '') ?? context.country
  return { ...(country === undefined ? {} : { country }), place: text, precision: 'region' }
}

function codeAndPlace(match: RegExpExecArray | null, context: PlaceContext, labelled: boolean): Place | undefined {
  const { prefix, zip, name } = match?.groups ?? {}
  if (zip === undefined || name === undefined) return undefined
  const country = prefix === undefined ? countryOfCode(zip, context.country) : PREFIX_COUNTRY[prefix]
  if (country === undefined || (zip.length === 5) !== (country === 'DE')) return undefined
  const found = context.findPlace(zip, country)
  if (found === undefined) return labelled || prefix !== undefined ? { country, zip, place: name, precision: 'exact' } : undefined
  return { country, zip, place: name, lat: found.lat, lon: found.lon, precision: found.precision }
}

/** Five digits are German unless the feed is from elsewhere; four alone may be a year, and count only in a country that has such codes. */
function countryOfCode(zip: string, feedCountry: string | undefined): string | undefined {
  if (zip.length === 5) return feedCountry === undefined || feedCountry === 'DE' ? 'DE' : undefined
  return feedCountry === 'AT' || feedCountry === 'CH' || feedCountry === 'LI' ? feedCountry : undefined
}

const COLLECTION_ONLY =
  /(?:nur|ausschließlich)\s+(?:an\s)?(?:selbst)?abhol|selbstabholung erforderlich|kein versand|(?:collection|collect|pick-?\s?up|local pickup)\s+only|no (?:shipping|postage|delivery)/iu
const CAN_COLLECT =
  /abholung (?:möglich|bevorzugt|vor ort)|selbstabhol|abzuholen|(?:collection|pick-?\s?up) (?:possible|available|welcome)/iu
const CAN_SHIP =
  /versand (?:ist )?möglich|versandfähig|versende|(?:can|will|happy to) (?:ship|post)|(?:shipping|postage|delivery) (?:possible|available)/iu

/** How the thing gets to its buyer, as far as the entry says. "Shipping possible" is to the feed's own country; its cost stays unknown. */
export function extractHandover(lines: readonly string[], country: string | undefined): Pick<Listing, 'pickup' | 'shipsTo'> {
  const text = lines.join('\n')
  if (COLLECTION_ONLY.test(text)) return { pickup: true, shipsTo: [] }
  return {
    ...(CAN_COLLECT.test(text) ? { pickup: true } : {}),
    ...(CAN_SHIP.test(text) && country !== undefined ? { shipsTo: [country] } : {}),
  }
}
