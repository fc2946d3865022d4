import { createReadStream } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'
import { formatPostalCodes, isZip, median, type PostalCode, parsePoint, parsePostalCode } from './table.ts'

/** The columns of a GeoNames postal code file (https://download.geonames.org/export/zip/readme.txt). */
const GEONAMES_COLUMNS = 12

type GeoNamesRow = {
  readonly country: string
  readonly zip: string
  readonly place: string
  readonly state: string
  /** The municipality (admin3). */
  readonly community: string
  readonly lat: number
  readonly lon: number
}

export type Import = {
  readonly codes: readonly PostalCode[]
  /** Invalid lines, without header and comments. */
  readonly skippedLines: number
}

/**
 * Reads postal codes from a GeoNames postal file or a compact table, line by line. The number of columns distinguishes the
 * formats.
 */
export async function readPostalCodes(file: string): Promise<Import> {
  const compact = new Map<string, PostalCode>()
  const rows = new Map<string, GeoNamesRow[]>()
  let skippedLines = 0
  for await (const line of createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line === '' || line.startsWith('#')) continue
    const code = parsePostalCode(line)
    const row = code === undefined ? parseGeoNamesRow(line) : undefined
    if (code !== undefined) compact.set(keyOf(code), code)
    else if (row === undefined) skippedLines++
    else if (!isBulkRecipient(row)) rows.set(keyOf(row), [...(rows.get(keyOf(row)) ?? []), row])
  }
  const codes = new Map([...compact, ...[...rows].map(([key, list]) => [key, summarise(list)] as const)])
  return { codes: [...codes.values()], skippedLines }
}

/** Writes the table through a temporary file, so that readers see either the old or the new content. */
export async function writePostalCodes(file: string, codes: readonly PostalCode[]): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(`${file}.new`, formatPostalCodes(codes))
  await rename(`${file}.new`, file)
}

/** Replaces the codes of the imported countries; other countries keep theirs. */
export function mergePostalCodes(old: readonly PostalCode[], added: readonly PostalCode[]): PostalCode[] {
  const countries = new Set(added.map((code) => code.country))
  return [...old.filter((code) => !countries.has(code.country)), ...added]
}

function parseGeoNamesRow(line: string): GeoNamesRow | undefined {
  const columns = line.split('\t')
  const [country, zip, place, , state, , , community, , latText, lonText] = columns
  if (columns.length !== GEONAMES_COLUMNS || country === undefined || zip === undefined || !place) return undefined
  const point = parsePoint(latText, lonText)
  if (point === undefined || !/^[A-Z]{2}$/.test(country) || !isZip(zip)) return undefined
  return { country, zip, place, state: state ?? '', community: community ?? '', ...point }
}

/** German companies with their own code are listed under a numeric state, often far away; places under a lettered one. */
function isBulkRecipient(row: GeoNamesRow): boolean {
  return row.country === 'DE' && !/^[A-Z]+$/.test(row.state)
}

/** Median, not mean, so that a single misplaced row does not move the code. */
function summarise(rows: readonly GeoNamesRow[]): PostalCode {
  const [first] = rows
  if (first === undefined) throw new RangeError('a postal code without a row')
  return {
    country: first.country,
    zip: first.zip,
    place: placeOf(first, rows),
    state: first.state,
    lat: median(rows.map((row) => row.lat)),
    lon: median(rows.map((row) => row.lon)),
    places: rows.length,
  }
}

/**
 * The common beginning of the names ("Dresden" of "Dresden Innere Altstadt"); in Austria, whose rows are cadastral, the
 * municipality.
 */
function placeOf(first: GeoNamesRow, rows: readonly GeoNamesRow[]): string {
  if (first.country === 'AT' && first.community !== '') return first.community
  return rows.map((row) => row.place).find((name) => rows.every((row) => row.place.startsWith(name))) ?? first.place
}

function keyOf(code: { readonly country: string; readonly zip: string }): string {
  return `${code.country} ${code.zip}`
}
