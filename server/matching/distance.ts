/** Mean radius of the WGS84 ellipsoid, (2a + b) / 3, in km. */
export const EARTH_RADIUS_KM = 6371.0088

/** A point in degrees, WGS84. */
export type Point = { readonly lat: number; readonly lon: number }

/** Great-circle distance in km, by the haversine formula. */
export function distanceKm(a: Point, b: Point): number {
  const halfLat = radians(b.lat - a.lat) / 2
  const halfLon = radians(b.lon - a.lon) / 2
  const chord = Math.sin(halfLat) ** 2 + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * Math.sin(halfLon) ** 2
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(chord)))
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180
}
