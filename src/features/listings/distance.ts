import type { Place } from '../../../contract/auction.ts'
import { distanceKm, type Point } from '../../../contract/distance.ts'
import type { Filter } from '../../../contract/filter.ts'
import type { Match } from '../../../contract/match.ts'

/** Distance from a place to a point; undefined if the marketplace gives no location or only a rough one. */
export function distanceTo(place: Place | undefined, from: Point | undefined): number | undefined {
  if (!from || place?.lat === undefined || place.lon === undefined || place.precision !== 'exact') return undefined
  return distanceKm(from, { lat: place.lat, lon: place.lon })
}

/** The point that a match's distance is measured from: the centre of the first of its filters that has one. */
export function centreOf(match: Match, filters: readonly Filter[]): Point | undefined {
  const ids = new Set(match.filters.map(({ id }) => id))
  return filters.find(({ id, location }) => ids.has(id) && location)?.location
}
