import type { PushPayload } from '../contract/push.ts'

type Check = (value: unknown) => boolean

const isText: Check = (value) => typeof value === 'string'
const matches =
  (pattern: RegExp): Check =>
  (value) =>
    typeof value === 'string' && pattern.test(value)
const oneOf =
  (...values: unknown[]): Check =>
  (value) =>
    values.includes(value)
const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value)

const isId = matches(/^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i)
const isUrl: Check = (value) => typeof value === 'string' && URL.canParse(value)
const isInstant: Check = (value) => matches(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)(value) && !Number.isNaN(Date.parse(value as string))

/** The contract's `PushPayload` once more, without the library that would fill three quarters of the worker; a test holds the two together. */
const CHECKS: { [Key in keyof Required<PushPayload>]: Check } = {
  version: oneOf(1),
  deliveryId: optional(isId),
  auctionId: optional(isId),
  kind: oneOf('newMatch', 'priceChange', 'endingSoon', 'test'),
  locale: oneOf('en', 'de'),
  title: isText,
  body: isText,
  path: matches(/^\/(?![/\\])/),
  image: optional(isUrl),
  at: isInstant,
}

/** A push's content as what it should be; undefined when it is not. */
export function parsePayload(value: unknown): PushPayload | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const fields = value as Record<string, unknown>
  return Object.entries(CHECKS).every(([name, check]) => check(fields[name])) ? (fields as PushPayload) : undefined
}
