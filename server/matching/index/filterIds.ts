import { IdPool } from './idPool.ts'

/** Numbers per id. */
export const ID_NUMBERS = 4

/** Positions in a UUID: its hyphens, its groups of four digits, and its length (RFC 9562, section 4). */
const HYPHENS = [8, 13, 18, 23]
const FOUR_DIGITS = [0, 4, 9, 14, 19, 24, 28, 32]
const UUID_LENGTH = 36
/**
 * The same in units of four characters. Each is one number on little-endian machines, which all but one of Node's platforms are.
 */
const UUID_FOURS = UUID_LENGTH / 4
const HYPHEN = 0x2d
const HALF_BITS = 16
const BYTE_BITS = 8

/** Replaces the version, which only the all-ones UUID shares: marks a numbered id that is no UUID. */
const OTHER = 0xf
const VERSION_SHIFT = 12
const VERSION_PLACE = 14
const OTHER_DIGIT = 'f'.charCodeAt(0)
const BITS_PER_DIGIT = 4
/** Spreads small numbers over all bits (golden ratio). */
const SPREAD = 0x9e3779b1

/** By code unit: the value of a lower-case hexadecimal digit; for others a bit that shifting cannot move among four digits. */
const NO_DIGIT = 2 ** 16
const digitValues = new Int32Array(128).fill(NO_DIGIT)
for (let value = 0; value < 2 ** BITS_PER_DIGIT; value++) digitValues[value.toString(16).charCodeAt(0)] = value

/** By byte: its two digits in little-endian order. */
const bytePairs = new Uint16Array(256)
for (let byte = 0; byte < bytePairs.length; byte++) {
  const text = byte.toString(16).padStart(2, '0')
  bytePairs[byte] = text.charCodeAt(0) | (text.charCodeAt(1) << BYTE_BITS)
}

/** The four numbers of an id, valid until the next call. */
export type IdNumbers = Int32Array

/**
 * Converts ids to numbers and back. A UUID fits into four numbers; other ids are stored and numbered, so that callers may use
 * any id.
 */
export class FilterIds {
  private readonly others = new Map<string, number>()
  private readonly otherTexts = new IdPool<string>()
  /** The reused result. */
  private readonly numbers: IdNumbers = new Int32Array(ID_NUMBERS)
  /** Buffer for writing many ids before they become one string. */
  private fours = new Int32Array(16 * UUID_FOURS)
  private bytes = bytesOf(this.fours)

  /** The numbers of an id; undefined for an unknown id that is no UUID. */
  find(id: string): IdNumbers | undefined {
    if (readUuid(id, this.numbers)) return this.numbers
    const other = this.others.get(id)
    return other === undefined ? undefined : this.numbersOfOther(other)
  }

  /** The numbers of an id, to be released after use. */
  enter(id: string): IdNumbers {
    const known = this.find(id)
    if (known) return known
    const other = this.otherTexts.add(id)
    this.others.set(id, other)
    return this.numbersOfOther(other)
  }

  leave(id: string): void {
    const other = this.others.get(id)
    if (other === undefined) return
    this.others.delete(id)
    this.otherTexts.remove(other)
  }

  /** The first `count` ids with these consecutive numbers, as one text for `take`. */
  textOf(numbers: Int32Array, count: number): string {
    if (count * UUID_FOURS > this.fours.length) {
      this.fours = new Int32Array(2 * count * UUID_FOURS)
      this.bytes = bytesOf(this.fours)
    }
    const { fours } = this
    for (let index = 0; index < count; index++) writeUuid(numbers, index * ID_NUMBERS, fours, index * UUID_FOURS)
    return this.bytes.toString('latin1', 0, count * UUID_LENGTH)
  }

  /** One of the ids of such a text. It shares the text's memory, so keeping one keeps all. */
  take(text: string, index: number): string {
    const start = index * UUID_LENGTH
    const id = text.slice(start, start + UUID_LENGTH)
    const isOther = this.others.size > 0 && id.charCodeAt(VERSION_PLACE) === OTHER_DIGIT
    return isOther ? this.otherTexts.get(Number.parseInt(id, 16)) : id
  }

  private numbersOfOther(other: number): IdNumbers {
    this.numbers.set([other, OTHER << VERSION_SHIFT, 0, Math.imul(other, SPREAD)])
    return this.numbers
  }
}

/** Writes the id with the numbers from `at` on, four characters at a time, which are not aligned with the hyphens. */
function writeUuid(numbers: Int32Array, at: number, fours: Int32Array, to: number): void {
  const first = numbers[at] as number
  const second = numbers[at + 1] as number
  const third = numbers[at + 2] as number
  const fourth = numbers[at + 3] as number
  const groupTwo = fourDigits(second >>> HALF_BITS)
  const groupThree = fourDigits(second)
  const groupFour = fourDigits(third >>> HALF_BITS)
  fours[to] = fourDigits(first >>> HALF_BITS)
  fours[to + 1] = fourDigits(first)
  fours[to + 2] = HYPHEN | (groupTwo << BYTE_BITS)
  fours[to + 3] = (groupTwo >>> (3 * BYTE_BITS)) | (HYPHEN << BYTE_BITS) | (groupThree << (2 * BYTE_BITS))
  fours[to + 4] = (groupThree >>> (2 * BYTE_BITS)) | (HYPHEN << (2 * BYTE_BITS)) | (groupFour << (3 * BYTE_BITS))
  fours[to + 5] = (groupFour >>> BYTE_BITS) | (HYPHEN << (3 * BYTE_BITS))
  fours[to + 6] = fourDigits(third)
  fours[to + 7] = fourDigits(fourth >>> HALF_BITS)
  fours[to + 8] = fourDigits(fourth)
}

/** Parses a lower-case UUID; false for other texts and for UUIDs that stand for other ids. */
function readUuid(text: string, into: IdNumbers): boolean {
  if (text.length !== UUID_LENGTH) return false
  for (const at of HYPHENS) if (text.charCodeAt(at) !== HYPHEN) return false
  let all = 0
  for (let number = 0; number < ID_NUMBERS; number++) {
    const high = readFourDigits(text, FOUR_DIGITS[2 * number] as number)
    const low = readFourDigits(text, FOUR_DIGITS[2 * number + 1] as number)
    into[number] = (high << HALF_BITS) | low
    all |= high | low
  }
  return all < NO_DIGIT && (((into[1] as number) >> VERSION_SHIFT) & OTHER) !== OTHER
}

/** The value of four hexadecimal digits; at least `NO_DIGIT` if one of them is invalid. */
function readFourDigits(text: string, at: number): number {
  return (
    (digitValue(text.charCodeAt(at)) << (3 * BITS_PER_DIGIT)) |
    (digitValue(text.charCodeAt(at + 1)) << (2 * BITS_PER_DIGIT)) |
    (digitValue(text.charCodeAt(at + 2)) << BITS_PER_DIGIT) |
    digitValue(text.charCodeAt(at + 3))
  )
}

function digitValue(unit: number): number {
  return unit < digitValues.length ? (digitValues[unit] as number) : NO_DIGIT
}

/** The digits of the lower half of a number, in little-endian order. */
function fourDigits(number: number): number {
  return (bytePairs[(number >>> BYTE_BITS) & 0xff] as number) | ((bytePairs[number & 0xff] as number) << (2 * BYTE_BITS))
}

function bytesOf({ buffer }: Int32Array<ArrayBuffer>): Buffer {
  return Buffer.from(buffer)
}
