import * as z from 'zod/mini'
import { LOCALES } from './vocabulary/locales.ts'

/** Our own ids: UUID (version 7 when we create them), lower case. */
export const Id = z.uuid()
export type Id = z.infer<typeof Id>

/** A point in time: ISO 8601, UTC, ending in `Z`. */
export const Instant = z.iso.datetime()
export type Instant = z.infer<typeof Instant>

/** An instant given by a user: 1970 or later. ISO 8601 has a year 0, which PostgreSQL refuses. */
export const InstantOfOurTime = Instant.check(z.refine((instant) => Date.parse(instant) >= 0, 'instant'))

/** A calendar day, `YYYY-MM-DD`, in the time zone of its context (default UTC). */
export const Day = z.iso.date()

/** ISO 3166-1 alpha-2, upper case. */
export const Country = z.string().check(z.regex(/^[A-Z]{2}$/, 'country'))
export type Country = z.infer<typeof Country>

/** IANA time zone name known to the runtime. */
export const TimeZone = z.string().check(
  z.maxLength(64),
  z.refine((zone) => isTimeZone(zone), 'timeZone'),
)

/** A time of day in minutes, `HH:MM`. */
export const ClockTime = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'clockTime'))

export const Locale = z.enum(LOCALES)
export type Locale = z.infer<typeof Locale>

/** A single line of user input: no control characters, not only white space. */
export const shortText = (maxLength: number) =>
  z.string().check(
    z.trim(),
    z.minLength(1),
    z.maxLength(maxLength),
    z.refine((text) => !/\p{Cc}/u.test(text), 'controlCharacter'),
  )

function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}
