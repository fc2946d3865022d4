import { distanceKm, EARTH_RADIUS_KM, type Point } from '../../contract/distance.ts'
import { enlarged } from './stringTable.ts'

/** Numbers of one circle: its middle as a unit vector, and the square of the longest chord within. */
const STRIDE = 4
const RADIANS_PER_DEGREE = Math.PI / 180
/** Rounding makes squares of chords differ by far less; nearer than this the distance itself is found. */
const TOLERANCE = 1e-12

export type Circle = Point & { readonly radiusKm: number }

/** Circles on the globe that filters ask for, and whether one place after another lies within. */
export class Circles {
  private numbers = new Float64Array(STRIDE * 256)
  private readonly circles: Circle[] = []
  private readonly free: number[] = []
  private place: Point = { lat: 0, lon: 0 }
  private x = 0
  private y = 0
  private z = 0

  /** Gives the circle's number. */
  add({ lat, lon, radiusKm }: Circle): number {
    const number = this.free.pop() ?? this.circles.length
    const at = number * STRIDE
    if (at + STRIDE > this.numbers.length) this.numbers = enlarged(this.numbers, at + STRIDE)
    this.circles[number] = { lat, lon, radiusKm }
    this.numbers.set(unitVector({ lat, lon }), at)
    // Farther than half around the globe nothing lies.
    this.numbers[at + 3] = (2 * Math.sin(Math.min(radiusKm / EARTH_RADIUS_KM, Math.PI) / 2)) ** 2
    return number
  }

  remove(number: number): void {
    this.free.push(number)
  }

  /** Asks about this place from now on. */
  start(place: Point): void {
    this.place = place
    ;[this.x, this.y, this.z] = unitVector(place)
  }

  /** Whether the place lies within the circle, its edge included. */
  has(number: number): boolean {
    const { numbers } = this
    const at = number * STRIDE
    const x = this.x - (numbers[at] as number)
    const y = this.y - (numbers[at + 1] as number)
    const z = this.z - (numbers[at + 2] as number)
    const beyond = x * x + y * y + z * z - (numbers[at + 3] as number)
    if (Math.abs(beyond) > TOLERANCE) return beyond < 0
    const circle = this.circles[number] as Circle
    return distanceKm(circle, this.place) <= circle.radiusKm
  }
}

function unitVector({ lat, lon }: Point): [x: number, y: number, z: number] {
  const [phi, lambda] = [lat * RADIANS_PER_DEGREE, lon * RADIANS_PER_DEGREE]
  return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)]
}
