import type { Place } from '../../../contract/auction.ts'
import type { Filter } from '../../../contract/filter.ts'
import type { Match } from '../../../contract/match.ts'

/** WGS84 mean radius. */
const EARTH_RADIUS_KM = 6371.0088
const RADIANS = Math.PI / 180

type Point = { lat: number; lon: number }

/** Great-circle distance, kilometres. */
export function distanceKm(a: Point, b: Point): number {
  const half = (degrees: number) => Math.sin((degrees * RADIANS) / 2) ** 2
  const chord = half(b.lat - a.lat) + Math.cos(a.lat * RADIANS) * Math.cos(b.lat * RADIANS) * half(b.lon - a.lon)
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(chord)))
}

/** How far a place is from a point; undefined when the marketplace does not say where it is, or only roughly. */
export function distanceTo(place: Place | undefined, from: Point | undefined): number | undefined {
  if (!from || place?.lat === undefined || place.lon === undefined || place.precision !== 'exact') return undefined
  return distanceKm(from, { lat: place.lat, lon: place.lon })
}

/** The point that a match's distance is told from: the middle of the first of its filters that has one. */
export function centreOf(match: Match, filters: readonly Filter[]): Point | undefined {
  const ids = new Set(match.filters.map(({ id }) => id))
  return filters.find(({ id, location }) => ids.has(id) && location)?.location
}
