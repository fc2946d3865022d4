/** WGS84 mean radius (IUGG R1), in km. */
export const EARTH_RADIUS_KM = 6371.0088
const RADIANS_PER_DEGREE = Math.PI / 180

/** Degrees, WGS84. */
export type Point = { readonly lat: number; readonly lon: number }

/** Great-circle distance in kilometres (haversine). */
export function distanceKm(a: Point, b: Point): number {
  const half = (degrees: number) => Math.sin((degrees * RADIANS_PER_DEGREE) / 2) ** 2
  const [latA, latB] = [a.lat * RADIANS_PER_DEGREE, b.lat * RADIANS_PER_DEGREE]
  const chord = half(b.lat - a.lat) + Math.cos(latA) * Math.cos(latB) * half(b.lon - a.lon)
  // Rounding can yield slightly more than 1 for antipodes.
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(chord)))
}
