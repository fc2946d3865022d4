import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../contract/time.ts'
import { type Moment, zonedInstant } from './zonedTime.ts'

export type FoundEnd = { readonly endsAt: string; readonly endPrecision?: 'day' }

export type EndContext = {
  /** IANA name. Without it, times without a zone of their own are ignored. */
  readonly timeZone?: string
  /** `11/22/2026` is in November. */
  readonly monthFirst?: boolean
  /** When the feed was read, milliseconds since 1970; "2 days left" counts from here. */
  readonly now: number
}

const ANNOUNCED =
  /(?:auktionsende|angebotsende|ende der auktion|endzeit(?:punkt)?|endet?|läuft bis|laufzeit bis|gebote bis|ends?|ending|end (?:date|time)|closes?|closing|bidding until)(?!\p{L})[\s:]*(?:(?:am|um|on|at|in|date|time)[\s:]*)?/giu

const MONTHS = ['jan', 'feb', 'm(?:är|ae|a)r', 'apr', 'ma[iy]', 'jun', 'jul', 'aug', 'sep', 'o[ck]t', 'nov', 'de[cz]']
const MONTH_BEGINNINGS = MONTHS.map((month) => new RegExp(`^${month}`, 'iu'))
const MONTH = `(?<month>${MONTHS.join('|')})[\\p{L}]*\\.?`
const WEEKDAY = '(?:(?:mo|di|mi|do|fr|sa|so|mon|tue|wed|thu|fri|sat|sun)[\\p{L}]*\\.?,?\\s+(?:den |the )?)?'
const MINUTES = '[:.](?<minute>\\d{2})(?::(?<second>\\d{2})(?:\\.\\d+)?)?'
const CLOCK = `(?:[\\s,T]*(?:(?:um|at|-|–|\\()\\s*)?(?<hour>\\d{1,2})(?:${MINUTES}|(?=\\s*(?:uhr|[ap]\\.?m\\b)))\\s*(?<half>[ap]\\.?m\\b\\.?)?)?`
const ZONE = '(?:\\s*(?:uhr\\s*)?\\(?(?<zone>Z|UTC|GMT|MEZ|MESZ|CET|CEST|BST|[ECMP][SD]T|[+-]\\d{2}:?\\d{2})(?![\\p{L}\\d]))?'
const DATES = [
  '(?<year>\\d{4})-(?<monthNumber>\\d{1,2})-(?<day>\\d{1,2})',
  '(?<day>\\d{1,2})\\.\\s?(?<monthNumber>\\d{1,2})\\.\\s?(?<year>\\d{4}|\\d{2})(?!\\d)',
  '(?<first>\\d{1,2})/(?<second_>\\d{1,2})/(?<year>\\d{4})',
  `(?<day>\\d{1,2})(?:\\.|st|nd|rd|th)?\\s+${MONTH},?\\s+(?<year>\\d{4})`,
  `${MONTH}\\s+(?<day>\\d{1,2})(?:st|nd|rd|th)?,?\\s+(?<year>\\d{4})`,
].map((date) => new RegExp(`^${WEEKDAY}${date}${CLOCK}${ZONE}`, 'iu'))

const OFFSETS_MINUTES: Readonly<Record<string, number>> = {
  z: 0,
  utc: 0,
  gmt: 0,
  mez: 60,
  cet: 60,
  bst: 60,
  mesz: 120,
  cest: 120,
  est: -300,
  edt: -240,
  cst: -360,
  cdt: -300,
  mst: -420,
  mdt: -360,
  pst: -480,
  pdt: -420,
}
/** Capitals after a time that may be an unknown time zone: then only the day is certain. */
const UNKNOWN_ZONE = /^[ \u00a0]?\(?(?!(?:EUR|USD|GBP|CHF|CAD|AUD|VB|VHB|OVP|UHR)(?!\p{L}))\p{Lu}{2,5}(?![\p{L}\d])/u

/**
 * The end of an auction as an entry states it: "endet 22.11.2026 18:00 Uhr", "ends Nov 22, 2026 6:00 PM", "Noch 2T 4Std (So,
 * 20:02)". Without a time, the end of that day with `endPrecision: 'day'`. Impossible dates are ignored.
 */
export function extractEnd(lines: readonly string[], context: EndContext): FoundEnd | undefined {
  for (const line of lines) {
    const end = announcedEnd(line, context) ?? remainingTime(line, context)
    if (end !== undefined) return end
  }
  return undefined
}

function announcedEnd(line: string, context: EndContext): FoundEnd | undefined {
  for (const announced of line.matchAll(ANNOUNCED)) {
    const rest = line.slice(announced.index + announced[0].length).slice(0, MAX_DATE_CHARS)
    for (const pattern of DATES) {
      const match = pattern.exec(rest)
      if (match?.groups === undefined) continue
      const { hour, zone } = match.groups
      const isUnsure = hour !== undefined && zone === undefined && UNKNOWN_ZONE.test(rest.slice(match[0].length))
      return endOf(isUnsure ? { ...match.groups, hour: undefined } : match.groups, context)
    }
  }
  return undefined
}

/** The maximum length of a date. */
const MAX_DATE_CHARS = 80

function endOf(groups: Readonly<Record<string, string | undefined>>, context: EndContext): FoundEnd | undefined {
  const slashed = groups.first !== undefined
  const month = slashed ? groups[context.monthFirst ? 'first' : 'second_'] : (groups.monthNumber ?? monthNumber(groups.month))
  const day = slashed ? groups[context.monthFirst ? 'second_' : 'first'] : groups.day
  const year = Number(groups.year)
  const timed = groups.hour !== undefined
  const moment: Moment = {
    year: year < 100 ? 2000 + year : year,
    month: Number(month),
    day: Number(day),
    hour: timed ? hour24(Number(groups.hour), groups.half) : 23,
    minute: timed ? Number(groups.minute ?? 0) : 59,
    second: timed ? Number(groups.second ?? 0) : 59,
  }
  const at = zonedInstant(moment, offsetMinutes(groups.zone) ?? context.timeZone)
  return at === undefined ? undefined : { endsAt: instant(at), ...(timed ? {} : { endPrecision: 'day' as const }) }
}

function monthNumber(name: string | undefined): string | undefined {
  const index = MONTH_BEGINNINGS.findIndex((month) => month.test(name ?? ''))
  return index === -1 ? undefined : String(index + 1)
}

function hour24(hour: number, half: string | undefined): number {
  if (half === undefined) return hour
  if (hour < 1 || hour > 12) return Number.NaN
  return (hour % 12) + (half.toLowerCase().startsWith('p') ? 12 : 0)
}

function offsetMinutes(zone: string | undefined): number | undefined {
  if (zone === undefined) return undefined
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone) ?? []
  if (sign === undefined) return OFFSETS_MINUTES[zone.toLowerCase()]
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}

/** The separator between two amounts. Only it matches spaces, and only a few, so that matching stays linear. */
const BETWEEN = '[\\s,]{0,10}(?:(?:und|and)\\s{0,10})?'
const AMOUNTS =
  `(?:(?<days>\\d{1,3})\\s?(?:t|d|tage?n?|days?)(?!\\p{L})${BETWEEN})?` +
  '(?:(?<clock>\\d{1,2}:\\d{2}:\\d{2})(?!\\d)\\s{0,10})?' +
  `(?:(?<hours>\\d{1,3})\\s?(?:h|std|stunden?|hours?|hrs?)(?!\\p{L})\\.?${BETWEEN})?` +
  `(?:(?<minutes>\\d{1,3})\\s?(?:m|min|minuten?|minutes?|mins?)(?!\\p{L})\\.?${BETWEEN})?` +
  '(?:(?<seconds>\\d{1,3})\\s?(?:s|sek|sekunden?|sec|seconds?)(?!\\p{L})\\.?\\s{0,10})?'
const REMAINING = [
  new RegExp(`(?:noch|restzeit|verbleibend|endet in|ends in|time left|left:|remaining:)[\\s:]*(?=\\d)${AMOUNTS}`, 'iu'),
  new RegExp(`(?<![\\p{L}\\d.,])(?=\\d)${AMOUNTS}(?:left|remaining|verbleibend)`, 'iu'),
]
const WEEKDAY_CLOCK = /^\s*(?:\(\s*)?(mo|di|mi|do|fr|sa|so|tue|wed|thu|sun)\p{L}*\.?,?\s+(\d{1,2})[:.](\d{2})/iu
const WEEKDAYS: readonly (readonly string[])[] = [
  ['so', 'sun'],
  ['mo', 'mon'],
  ['di', 'tue'],
  ['mi', 'wed'],
  ['do', 'thu'],
  ['fr', 'fri'],
  ['sa', 'sat'],
]

/**
 * "Noch 2T 4Std" counts from now. A following weekday and time name the exact moment. Without them, days and hours are too
 * coarse: the result is the day of the latest possible end, since "2 days" is shown until the third day begins.
 */
function remainingTime(line: string, context: EndContext): FoundEnd | undefined {
  for (const pattern of REMAINING) {
    const match = pattern.exec(line)
    const { days, hours, minutes, seconds, clock } = match?.groups ?? {}
    if (match === null || (days ?? hours ?? minutes ?? seconds ?? clock) === undefined) continue
    const [clockHours = 0, clockMinutes = 0, clockSeconds = 0] = (clock ?? '0').split(':').map(Number)
    const about =
      context.now +
      Number(days ?? 0) * DAY_MS +
      (Number(hours ?? 0) + clockHours) * HOUR_MS +
      (Number(minutes ?? 0) + clockMinutes) * MINUTE_MS +
      (Number(seconds ?? 0) + clockSeconds) * 1000
    const named = namedClock(line.slice(match.index + match[0].length), about, context)
    if (named !== undefined) return { endsAt: instant(named) }
    if ((minutes ?? seconds ?? clock) !== undefined) return { endsAt: instant(about) }
    const latest = about + (hours === undefined ? DAY_MS : HOUR_MS)
    return { endsAt: instant(Math.ceil(latest / HOUR_MS) * HOUR_MS), endPrecision: 'day' }
  }
  return undefined
}

/** The moment with this weekday and time that is nearest to `about`. */
function namedClock(rest: string, about: number, context: EndContext): number | undefined {
  const [, weekday, hour, minute] = WEEKDAY_CLOCK.exec(rest) ?? []
  const index = WEEKDAYS.findIndex((names) => names.includes(weekday?.toLowerCase() ?? ''))
  if (index === -1 || context.timeZone === undefined) return undefined
  let nearest: number | undefined
  for (let shift = -3; shift <= 3; shift++) {
    const date = new Date(about + shift * DAY_MS)
    const moment = {
      year: date.getUTCFullYear(),
      month: date.getUTCMonth() + 1,
      day: date.getUTCDate(),
      hour: Number(hour),
      minute: Number(minute),
      second: 0,
    }
    if (new Date(Date.UTC(moment.year, moment.month - 1, moment.day)).getUTCDay() !== index) continue
    const at = zonedInstant(moment, context.timeZone)
    if (at !== undefined && (nearest === undefined || Math.abs(at - about) < Math.abs(nearest - about))) nearest = at
  }
  return nearest
}

function instant(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d{3}Z$/, 'Z')
}
