/** One postal code in the data directory's file. */
export type PostalCode = {
  readonly country: string
  readonly zip: string
  readonly place: string
  /** The GeoNames admin1 code; may be empty. */
  readonly state: string
  /** Degrees, WGS84. */
  readonly lat: number
  readonly lon: number
  /** The number of places with this code. */
  readonly places: number
}

const HEADER = '#country\tzip\tplace\tstate\tlat\tlon\tplaces'
const COLUMNS = 7
const COORDINATE_DIGITS = 4

/** Parses a line of the compact table with the columns of its header; undefined for anything else. */
export function parsePostalCode(line: string): PostalCode | undefined {
  const columns = line.split('\t')
  const [country, zip, place, state, latText, lonText, placesText] = columns
  if (columns.length !== COLUMNS || country === undefined || zip === undefined || place === undefined || state === undefined)
    return undefined
  const point = parsePoint(latText, lonText)
  const places = Number(placesText)
  if (point === undefined || !/^[A-Z]{2}$/.test(country) || !isZip(zip) || place === '' || !Number.isInteger(places))
    return undefined
  return { country, zip, place, state, ...point, places }
}

/** The table as text, ordered by country and code. */
export function formatPostalCodes(codes: readonly PostalCode[]): string {
  const key = (code: PostalCode) => `${code.country} ${code.zip}`
  const lines = codes
    .toSorted((a, b) => (key(a) < key(b) ? -1 : 1))
    .map((code) =>
      [
        code.country,
        code.zip,
        code.place,
        code.state,
        code.lat.toFixed(COORDINATE_DIGITS),
        code.lon.toFixed(COORDINATE_DIGITS),
        code.places,
      ].join('\t'),
    )
  return `${[HEADER, ...lines].join('\n')}\n`
}

/** Degrees from two decimals; undefined when they are invalid or out of range. */
export function parsePoint(latText: string | undefined, lonText: string | undefined): { lat: number; lon: number } | undefined {
  if (!latText || !lonText) return undefined
  const lat = Number(latText)
  const lon = Number(lonText)
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? { lat, lon } : undefined
}

export function isZip(text: string): boolean {
  return /^[0-9A-Z][0-9A-Z -]{1,11}$/.test(text)
}

/** The median of a non-empty list. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[sorted.length / 2 - 1] ?? Number.NaN) + upper) / 2
}
