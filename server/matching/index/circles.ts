import { EARTH_RADIUS_KM, type Point } from '../../../contract/distance.ts'
import { enlarged } from './stringTable.ts'

const RADIANS_PER_DEGREE = Math.PI / 180
/** Numbers per circle: its centre as a unit vector, and the square of the longest chord inside it. */
const CIRCLE = 4
/** The run counter restarts after this. */
const LAST_RUN = 2 ** 30 - 1

export type Circle = Point & { readonly radiusKm: number }

/**
 * Circles on the globe, by small numbers. Many filters use the same circle around a town's centre: it is stored once and
 * evaluated once per auction.
 */
export class Circles {
  private readonly numbers = new Map<number, number[]>()
  private readonly circles: Circle[] = []
  private readonly free: number[] = []
  private users = new Int32Array(64)
  private chords = new Float64Array(64 * CIRCLE)
  /** By circle: the run of its last evaluation, with the result in the lowest bit. */
  private answers = new Int32Array(64)
  private run = 0
  private place: Point | undefined
  /** The place as a unit vector, computed on demand. */
  private vector: Float64Array | undefined

  /** The number of a circle, for one more user. */
  acquire(circle: Circle): number {
    const number = this.known(circle) ?? this.enter(circle)
    this.users[number] = (this.users[number] as number) + 1
    return number
  }

  /** Releases one use. */
  release(number: number): void {
    this.users[number] = (this.users[number] as number) - 1
    if (this.users[number] !== 0) return
    const key = keyOf(this.circles[number] as Circle)
    const left = this.numbers.get(key)?.filter((one) => one !== number) ?? []
    if (left.length > 0) this.numbers.set(key, left)
    else this.numbers.delete(key)
    this.free.push(number)
  }

  /** Sets the place for the following queries. */
  start(place: Point): void {
    this.place = place
    this.vector = undefined
    if (this.run === LAST_RUN) {
      this.answers.fill(0)
      this.run = 0
    }
    this.run++
  }

  /** Whether the place is within a circle, including its edge. */
  has(number: number): boolean {
    const answer = this.answers[number] as number
    if (answer >> 1 === this.run) return (answer & 1) === 1
    const isWithin = this.isWithin(number)
    this.answers[number] = (this.run << 1) | (isWithin ? 1 : 0)
    return isWithin
  }

  private known(circle: Circle): number | undefined {
    const alike = this.numbers.get(keyOf(circle))
    if (alike) for (const number of alike) if (isSame(this.circles[number] as Circle, circle)) return number
    return undefined
  }

  private isWithin(number: number): boolean {
    // Only called after a place was set.
    this.vector ??= unitVector(this.place as Point)
    const { chords, vector } = this
    const at = CIRCLE * number
    let square = 0
    for (let axis = 0; axis < 3; axis++) square += ((vector[axis] as number) - (chords[at + axis] as number)) ** 2
    return square <= (chords[at + 3] as number)
  }

  private enter({ lat, lon, radiusKm }: Circle): number {
    const number = this.free.pop() ?? this.circles.length
    const circle = { lat, lon, radiusKm }
    const key = keyOf(circle)
    this.numbers.set(key, [...(this.numbers.get(key) ?? []), number])
    if (number >= this.users.length) {
      this.users = enlarged(this.users, number + 1)
      this.answers = enlarged(this.answers, this.users.length)
      this.chords = enlarged(this.chords, this.users.length * CIRCLE)
    }
    this.circles[number] = circle
    this.answers[number] = 0
    this.chords.set(unitVector(circle), CIRCLE * number)
    // No distance exceeds half the circumference.
    this.chords[CIRCLE * number + 3] = (2 * Math.sin(Math.min(circle.radiusKm / EARTH_RADIUS_KM, Math.PI) / 2)) ** 2
    return number
  }
}

/** A hash: equal for the same circle and rarely for two. */
function keyOf({ lat, lon, radiusKm }: Circle): number {
  return lat + 1e3 * lon + 1e6 * radiusKm
}

function isSame(one: Circle, other: Circle): boolean {
  return one.lat === other.lat && one.lon === other.lon && one.radiusKm === other.radiusKm
}

function unitVector({ lat, lon }: Point): Float64Array {
  const [phi, lambda] = [lat * RADIANS_PER_DEGREE, lon * RADIANS_PER_DEGREE]
  return Float64Array.of(Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi))
}
