import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FoundPlace } from '../../contract/location.ts'
import { SEED_CITIES } from './seedCities.ts'
import { SEED_REGIONS } from './seedRegions.ts'
import { stateName } from './states.ts'
import { median, type PostalCode, parsePostalCode } from './table.ts'

/** Written by `scripts/import-postal-codes.ts` to the data directory. */
export const POSTAL_CODES_FILE = 'postal-codes.tsv'

export type PostalCodes = {
  /**
   * The place of a postal code in any usual notation: `10115`, ` 10 115 `, `D-10115`, `508**` (masked: the region). Without a
   * country, every country with the code is a candidate, with Germany, Austria, Switzerland and Liechtenstein first. An unknown
   * code gives its region, `precision: 'region'`; undefined if that is unknown too.
   */
  find(zip: string, country?: string): FoundPlace | undefined
}

type Known = { readonly name: string; readonly state?: string; readonly lat: number; readonly lon: number }
type Asked = {
  readonly code: string
  readonly masked: boolean
  /** Characters of the whole code, including masked ones. */
  readonly length: number
  readonly country?: string
}
/** Places by country, then by code or its prefix. */
type ByCountry = ReadonlyMap<string, ReadonlyMap<string, Known>>

const FIRST_COUNTRIES = ['DE', 'AT', 'CH', 'LI']
const CODE_LENGTHS: Readonly<Record<string, number>> = { DE: 5, AT: 4, CH: 4, LI: 4 }
const PREFIX_COUNTRIES: Readonly<Record<string, string>> = { D: 'DE', A: 'AT', FL: 'LI', L: 'LU', F: 'FR', I: 'IT', B: 'BE' }
/** The shortest prefix of the region of an unknown code. The seed's Austrian and Swiss regions have one digit. */
const SHORTEST_REGION = 2

/** The built-in table: larger cities, and the regions of DE, AT, CH and LI. */
export function seedPostalCodes(): PostalCodes {
  const codes = new Map<string, Map<string, Known>>()
  const regions = new Map<string, Map<string, Known>>()
  for (const [country, zip, name, state, lat, lon] of SEED_CITIES) put(codes, country, zip, { name, state, lat, lon })
  for (const [country, prefix, name, lat, lon] of SEED_REGIONS) put(regions, country, prefix, { name, lat, lon })
  return finder(codes, regions, 1)
}

/** An imported table, from which the regions are derived. */
export function postalCodesOf(table: Iterable<PostalCode>): PostalCodes {
  const codes = new Map<string, Map<string, Known>>()
  const members = new Map<string, PostalCode[]>()
  for (const code of table) {
    const state = stateName(code.country, code.state)
    put(codes, code.country, code.zip, {
      name: code.place,
      lat: code.lat,
      lon: code.lon,
      ...(state === undefined ? {} : { state }),
    })
    for (let length = SHORTEST_REGION; length < code.zip.length; length++) {
      const key = `${code.country} ${code.zip.slice(0, length)}`
      const list = members.get(key)
      if (list === undefined) members.set(key, [code])
      else list.push(code)
    }
  }
  const regions = new Map<string, Map<string, Known>>()
  for (const [key, list] of members) put(regions, key.slice(0, 2), key.slice(3), regionOf(list))
  return finder(codes, regions, SHORTEST_REGION)
}

/**
 * The imported table in the data directory, or else the seed.
 * @throws Error when the file exists but has no postal codes: better not to start than to lose places silently
 */
export function openPostalCodes(dataDir: string): PostalCodes {
  const file = join(dataDir, POSTAL_CODES_FILE)
  const text = readIfThere(file)
  if (text === undefined) return seedPostalCodes()
  const table = text.split('\n').flatMap((line) => parsePostalCode(line) ?? [])
  if (table.length === 0) throw new Error(`${file} holds no postal codes; import them again or delete it`)
  return postalCodesOf(table)
}

function finder(codes: ByCountry, regions: ByCountry, shortestRegion: number): PostalCodes {
  const countries = [...new Set([...FIRST_COUNTRIES, ...[...codes.keys()].toSorted()])]

  const exact = (code: string, country: string): FoundPlace | undefined => {
    const known = codes.get(country)?.get(code)
    return known && { zip: code, country, ...known, precision: 'exact' }
  }
  const region = (asked: Asked, country: string): FoundPlace | undefined => {
    const length = CODE_LENGTHS[country]
    if (length !== undefined && (asked.masked ? asked.length > length : asked.length !== length)) return undefined
    for (let end = asked.code.length; end >= shortestRegion; end--) {
      const known = regions.get(country)?.get(asked.code.slice(0, end))
      if (known !== undefined) return { zip: writtenCode(asked, length), country, ...known, precision: 'region' }
    }
    return undefined
  }

  return {
    find(text, country) {
      const asked = readCode(text)
      if (asked === undefined) return undefined
      const where = asked.country ?? country
      if (where !== undefined) return (asked.masked ? undefined : exact(asked.code, where)) ?? region(asked, where)
      const exacts = asked.masked ? [] : countries.flatMap((each) => exact(asked.code, each) ?? [])
      const [first, ...others] = exacts.length > 0 ? exacts : countries.flatMap((each) => region(asked, each) ?? [])
      if (first === undefined || others.length === 0) return first
      return { ...first, candidates: others.map(({ precision: _, ...candidate }) => candidate) }
    },
  }
}

/** A country before the code: any with a dash, otherwise only the best known countries (British codes begin with letters too). */
const PREFIX = /^([A-Z]{1,2}(?=\s*-)|DE?|AT?|CH|FL|LI)\s*(?:-\s*)?(\d[\d\s*]*)$/

/** `D-10115` → 10115 in DE; `508**` → 508, masked. Undefined for anything else. */
function readCode(text: string): Asked | undefined {
  const upper = text.toUpperCase().trim()
  const [, prefix, rest] = PREFIX.exec(upper) ?? []
  const bare = (rest ?? upper).replace(/\s+/g, '')
  const [, code, mask] = /^([0-9A-Z]{1,10})(\*{0,6})$/.exec(bare) ?? []
  const length = (code?.length ?? 0) + (mask?.length ?? 0)
  if (code === undefined || length < 2) return undefined
  const country = prefix === undefined ? undefined : (PREFIX_COUNTRIES[prefix] ?? prefix)
  return { code, masked: mask !== '', length, ...(country === undefined || country.length !== 2 ? {} : { country }) }
}

function writtenCode(asked: Asked, length: number | undefined): string {
  return asked.masked ? asked.code.padEnd(length ?? asked.code.length + 1, '*') : asked.code
}

function regionOf(members: readonly PostalCode[]): Known {
  const states = new Set(members.map((code) => stateName(code.country, code.state)))
  const [state] = states
  return {
    name: mostFrequent(members.map((code) => code.place)),
    lat: rounded(median(members.map((code) => code.lat))),
    lon: rounded(median(members.map((code) => code.lon))),
    ...(states.size === 1 && state !== undefined ? { state } : {}),
  }
}

/** Four decimals, about ten metres: more would suggest a false precision. */
function rounded(degrees: number): number {
  return Math.round(degrees * 1e4) / 1e4
}

function mostFrequent(names: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].reduce((best, next) => (next[1] > best[1] ? next : best))[0]
}

function put(map: Map<string, Map<string, Known>>, country: string, code: string, known: Known): void {
  const inner = map.get(country)
  if (inner === undefined) map.set(country, new Map([[code, known]]))
  else inner.set(code, known)
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
