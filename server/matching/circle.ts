import { EARTH_RADIUS_KM, type Point } from '../../contract/distance.ts'

const RADIANS_PER_DEGREE = Math.PI / 180

/** How many numbers of a program one circle takes. */
export const CIRCLE = 8

export type Circle = Point & { readonly radiusKm: number }

const floats = new Float64Array(CIRCLE / 2)
const halves = new Int32Array(floats.buffer)

/** A circle on the globe as numbers of a program: its middle as a unit vector, the square of the longest chord within. */
export function circleNumbers({ lat, lon, radiusKm }: Circle): number[] {
  floats.set(unitVector({ lat, lon }))
  // Farther than half around the globe nothing lies.
  floats[3] = (2 * Math.sin(Math.min(radiusKm / EARTH_RADIUS_KM, Math.PI) / 2)) ** 2
  return [...halves]
}

/** Whether the place of this unit vector lies within the circle whose numbers begin at `at`, its edge included. */
export function isWithin(numbers: Int32Array, at: number, [x, y, z]: UnitVector): boolean {
  for (let half = 0; half < CIRCLE; half++) halves[half] = numbers[at + half] as number
  const [byX, byY, byZ] = [x - (floats[0] as number), y - (floats[1] as number), z - (floats[2] as number)]
  return byX * byX + byY * byY + byZ * byZ <= (floats[3] as number)
}

export type UnitVector = readonly [x: number, y: number, z: number]

export function unitVector({ lat, lon }: Point): UnitVector {
  const [phi, lambda] = [lat * RADIANS_PER_DEGREE, lon * RADIANS_PER_DEGREE]
  return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)]
}
