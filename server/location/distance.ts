/** WGS84 mean radius (IUGG R1). */
const EARTH_RADIUS_KM = 6371.0088
const RADIANS_PER_DEGREE = Math.PI / 180

/** Degrees, WGS84. */
export type Point = { readonly lat: number; readonly lon: number }

/** Great-circle distance in kilometres (haversine). */
export function distanceKm(a: Point, b: Point): number {
  const lat1 = a.lat * RADIANS_PER_DEGREE
  const lat2 = b.lat * RADIANS_PER_DEGREE
  const halfLat = Math.sin((lat2 - lat1) / 2)
  const halfLon = Math.sin(((b.lon - a.lon) * RADIANS_PER_DEGREE) / 2)
  const h = halfLat * halfLat + Math.cos(lat1) * Math.cos(lat2) * halfLon * halfLon
  // Rounding can carry the antipode beyond 1.
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(h)))
}
