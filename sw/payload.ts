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

const HEX = '[\\da-fA-F]'
const isId = matches(
  new RegExp(
    `^(?:${HEX}{8}-${HEX}{4}-[1-8]${HEX}{3}-[89abAB]${HEX}{3}-${HEX}{12}|0{8}(?:-0{4}){3}-0{12}|f{8}(?:-f{4}){3}-f{12})$`,
  ),
)
const isUrl: Check = (value) => typeof value === 'string' && URL.canParse(value.trim())

const hasInstantShape = matches(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/)
const SECONDS_LENGTH = 'YYYY-MM-DDTHH:MM:SS'.length
/** Rejects dates that do not exist: 30 February would parse as 2 March, which differs from the text. */
const isInstant: Check = (value) => {
  if (!hasInstantShape(value)) return false
  const text = value as string
  const time = Date.parse(text)
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, SECONDS_LENGTH) === text.slice(0, SECONDS_LENGTH)
}

/** Repeats the contract's `PushPayload` without zod, which would be three quarters of the worker. A test keeps both in step. */
const CHECKS: { [Key in keyof Required<PushPayload>]: Check } = {
  version: oneOf(1),
  deliveryId: optional(isId),
  auctionId: optional(isId),
  kind: oneOf('newMatch', 'priceChange', 'endingSoon', 'summary', 'test'),
  locale: oneOf('en', 'de'),
  title: isText,
  body: isText,
  path: matches(/^\/(?![/\\])/),
  image: optional(isUrl),
  at: isInstant,
}

/** Parses the content of a push; undefined if it is invalid. */
export function parsePayload(value: unknown): PushPayload | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const fields = value as Record<string, unknown>
  return Object.entries(CHECKS).every(([name, check]) => check(fields[name])) ? (fields as PushPayload) : undefined
}

/** Marks messages as Declarative Web Push. */
const DECLARATIVE = 8030

/** A notification of Declarative Web Push, as Safari stores it or passes it to the worker. Our own fields are in its `data`. */
type Declared = { title?: unknown; body?: unknown; lang?: unknown; data?: unknown }
type PushBody = { data?: { payload?: unknown }; web_push?: unknown; notification?: Declared }

/**
 * The payload of a push: plain web push, wrapped by FCM, or declarative for Safari, which passes either the message or
 * (`proposed`) the notification that it would show itself.
 */
export function payloadOf(message: unknown, proposed?: Declared): PushPayload | undefined {
  const { data, web_push, notification } = (message ?? {}) as PushBody
  const declared = web_push === DECLARATIVE ? notification : proposed
  if (declared) return fromDeclared(declared)
  return parsePayload(typeof data?.payload === 'string' ? JSON.parse(data.payload) : message)
}

const fromDeclared = ({ title, body, lang, data }: Declared) =>
  parsePayload({ ...(data as object | undefined), title, body, locale: lang })
