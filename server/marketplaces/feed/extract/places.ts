import type { Listing, Place } from '../../../../contract/auction.ts'
import type { FoundPlace } from '../../../../contract/location.ts'
import { countryNamed } from '../country.ts'

/**
 * A possible place of an entry. An `isUnsure` one counts only if its postal code is known, because any number may look like one.
 */
export type PlaceCandidate = { readonly place: Place; readonly isUnsure: boolean }

/** Maximum of postal codes that are checked per entry. */
const MAX_CANDIDATES = 10

// Hyphens belong to words, spaces and slashes separate them, so that a name matches in only one way.
const REST_OF_WORD = "[\\p{L}.'’]*(?:-[\\p{L}.'’]+)*"
const PLACE_NAME = `(?<name>\\p{Lu}[\\p{L}.'’-]${REST_OF_WORD}(?:[ /](?:\\p{Lu}|a\\.|am|an|bei|der|im|in|ob|vor)${REST_OF_WORD}){0,4}(?: \\([^()\\n]{1,30}\\))?)`
/** A whole line, or a part between commas: "20095 Hamburg", "D-10115 Berlin". */
const CODE_AND_PLACE = new RegExp(
  `(?:^|[,;(|·]\\s*|\\b(?:in|aus|nach)\\s+)(?:(?<prefix>D|DE|A|AT|CH|FL|LI)[- ])?(?<zip>\\d{4,5})\\s+${PLACE_NAME}\\s*(?=$|[,;)|·.])`,
  'u',
)
const LABELLED =
  /^(?:artikel|lot|objekt)?(?:standort|ort|abholort|lagerort|location|item location|located in|place)\s*:\s*(\S.{1,79})$/iu
const LABELLED_CODE = new RegExp(`^(?:(?<prefix>D|DE|A|AT|CH|FL|LI)[- ])?(?<zip>\\d{4,5})\\s+${PLACE_NAME}`, 'u')
const FROM_COUNTRY = /(?:^|\s)(?:aus|from)\s+(\p{Lu}[\p{L} ]{2,30})$/u
const PREFIX_COUNTRY: Readonly<Record<string, string>> = { D: 'DE', DE: 'DE', A: 'AT', AT: 'AT', CH: 'CH', FL: 'LI', LI: 'LI' }

/**
 * Possible places of an entry, the most likely first. The list ends with the first certain one.
 * @param feedCountry the feed's country
 */
export function extractPlaces(lines: readonly string[], feedCountry: string | undefined): PlaceCandidate[] {
  const candidates: PlaceCandidate[] = []
  for (const line of lines) {
    const labelled = LABELLED.exec(line)?.[1]?.trim()
    const candidate =
      labelled === undefined ? codeAndPlace(CODE_AND_PLACE.exec(line), feedCountry, false) : labelledPlace(labelled, feedCountry)
    if (candidate === undefined) continue
    candidates.push(candidate)
    if (!candidate.isUnsure || candidates.length === MAX_CANDIDATES) return candidates
  }
  for (const line of lines) {
    const country = countryNamed(FROM_COUNTRY.exec(line)?.[1] ?? '')
    if (country !== undefined) return [...candidates, { place: { country, precision: 'region' }, isUnsure: false }]
  }
  return candidates
}

/** The first valid candidate, with the coordinates of its postal code if known. */
export function choosePlace(
  candidates: readonly PlaceCandidate[],
  findPlace: (zip: string, country: string) => FoundPlace | undefined,
): Place | undefined {
  for (const { place, isUnsure } of candidates) {
    const { zip, country } = place
    const found = zip === undefined || country === undefined ? undefined : findPlace(zip, country)
    if (found !== undefined) return { ...place, lat: found.lat, lon: found.lon, precision: found.precision }
    if (!isUnsure) return place
  }
  return undefined
}

function labelledPlace(text: string, feedCountry: string | undefined): PlaceCandidate {
  const coded = codeAndPlace(LABELLED_CODE.exec(text), feedCountry, true)
  if (coded !== undefined) return coded
  const country = countryNamed(text.split(',').at(-1) ?? '') ?? feedCountry
  return { place: { ...(country === undefined ? {} : { country }), place: text, precision: 'region' }, isUnsure: false }
}

function codeAndPlace(
  match: RegExpExecArray | null,
  feedCountry: string | undefined,
  isLabelled: boolean,
): PlaceCandidate | undefined {
  const { prefix, zip, name } = match?.groups ?? {}
  if (zip === undefined || name === undefined) return undefined
  const country = prefix === undefined ? countryOfCode(zip, feedCountry) : PREFIX_COUNTRY[prefix]
  if (country === undefined || (zip.length === 5) !== (country === 'DE')) return undefined
  return { place: { country, zip, place: name, precision: 'exact' }, isUnsure: !isLabelled && prefix === undefined }
}

/**
 * Five digits are German unless the feed is from another country. Four digits may be a year and count only in countries with
 * such codes.
 */
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

/** Shipping and collection as an entry states them. "Shipping possible" applies to the feed's country; the cost stays unknown. */
export function extractHandover(lines: readonly string[], country: string | undefined): Pick<Listing, 'pickup' | 'shipsTo'> {
  const text = lines.join('\n')
  if (COLLECTION_ONLY.test(text)) return { pickup: true, shipsTo: [] }
  return {
    ...(CAN_COLLECT.test(text) ? { pickup: true } : {}),
    ...(CAN_SHIP.test(text) && country !== undefined ? { shipsTo: [country] } : {}),
  }
}
