import type { Auction } from '../../../contract/auction.ts'
import { minorDigits } from '../../../contract/minorDigits.ts'
import type { Money } from '../../../contract/money.ts'
import type { Locale } from '../../../contract/primitives.ts'
import { AUCTION_ROUTE, localizedPath } from '../../../contract/routes.ts'
import { HOUR_MS, MINUTE_MS } from '../../../contract/time.ts'
import type { Alert } from '../channels/channel.ts'
import { TEXTS } from './texts.ts'

export type Reader = { locale: Locale; timeZone: string }

/** The texts of an alert: what happened, to which auction, at what price and when it ends. Plain text. */
export type Described = {
  /** "New match", "Ends in 10 minutes". */
  event: string
  title: string
  price: string
  bids?: string
  ends?: string
  /** The location, as far as the marketplace names it. */
  place?: string
  filters: string
  marketplace: string
  isDemo: boolean
  /** Path of the auction in the app, in the reader's language. */
  path: string
}

export function describeAlert(alert: Alert, { locale, timeZone }: Reader): Described {
  const texts = TEXTS[locale]
  const { auction, filters } = alert.match
  const price = alert.to ?? auction.price
  const place = oneLine([auction.location?.zip, auction.location?.place].filter(Boolean).join(' '))
  return {
    event: texts.events[alert.kind].title(relative(alert.minutes ?? 0, locale)),
    title: oneLine(auction.title) || texts.untitled,
    price: price
      ? texts.price(
          alert.from && formatMoney(alert.from, locale),
          formatMoney(price, locale),
          alert.from && formatChange(alert.from, price, locale),
        )
      : texts.priceUnknown,
    ...(auction.bidCount === undefined ? {} : { bids: texts.bids(auction.bidCount) }),
    ...(auction.endsAt === undefined ? {} : { ends: texts.ends(formatEnd(auction, locale, timeZone)) }),
    ...(place ? { place } : {}),
    filters: texts.filters(filters.map(({ name }) => oneLine(name)).join(', ')),
    marketplace: auction.marketplace,
    isDemo: auction.marketplace === 'demo',
    path: localizedPath(locale, AUCTION_ROUTE + auction.id),
  }
}

const LANGUAGE_TAG: Record<Locale, string> = { en: 'en-GB', de: 'de-DE' }

export function formatMoney({ amount, currency }: Money, locale: Locale): string {
  const digits = minorDigits(currency)
  // Decimal text, not a division: the runtime formats it exactly.
  const decimal = `${amount}`.padStart(digits + 1, '0')
  const value = digits === 0 ? decimal : `${decimal.slice(0, -digits)}.${decimal.slice(-digits)}`
  return new Intl.NumberFormat(LANGUAGE_TAG[locale], {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(value as Intl.StringNumericLiteral)
}

/** "−21 %"; nothing when the currency changed, the old price was 0, or the change is too small to mention. */
function formatChange(from: Money, to: Money, locale: Locale): string | undefined {
  if (from.currency !== to.currency || from.amount === 0) return undefined
  const share = (to.amount - from.amount) / from.amount
  return Math.abs(share) < 0.005
    ? undefined
    : new Intl.NumberFormat(LANGUAGE_TAG[locale], { style: 'percent', signDisplay: 'always', maximumFractionDigits: 0 }).format(
        share,
      )
}

/** The end of an auction: day and time, or only the day where no time is known. */
function formatEnd({ endsAt = '', endPrecision }: Auction, locale: Locale, timeZone: string): string {
  const day = { timeZone, weekday: 'short', day: 'numeric', month: 'short' } as const
  const time = endPrecision === 'day' ? {} : ({ hour: '2-digit', minute: '2-digit', timeZoneName: 'short' } as const)
  const words = new Intl.DateTimeFormat(LANGUAGE_TAG[locale], { ...day, ...time }).format(new Date(endsAt))
  // Non-breaking spaces keep a date on one line.
  return words.replaceAll(' ', '\u00A0')
}

const MINUTES_PER_HOUR = HOUR_MS / MINUTE_MS
const MINUTES_PER_DAY = 24 * MINUTES_PER_HOUR

/** "in 10 minutes", "in 24 hours": in the largest unit that divides the time evenly. */
function relative(minutes: number, locale: Locale): string {
  const format = new Intl.RelativeTimeFormat(LANGUAGE_TAG[locale], { numeric: 'always' })
  if (minutes % MINUTES_PER_DAY === 0) return format.format(minutes / MINUTES_PER_DAY, 'day')
  if (minutes % MINUTES_PER_HOUR === 0) return format.format(minutes / MINUTES_PER_HOUR, 'hour')
  return format.format(minutes, 'minute')
}

/** Untrusted text on one line, without control characters and bidirectional marks. */
export function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/[\u200E\u200F\u202A-\u202E\u2066-\u2069]/g, '')
    .trim()
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The text truncated to `max` units (as counted by `measure`) at a grapheme boundary. */
export function cut(text: string, max: number, measure: (text: string) => number = (part) => part.length): string {
  if (measure(text) <= max) return text
  const ellipsis = '…'
  let room = max - measure(ellipsis)
  let kept = ''
  for (const { segment } of graphemes.segment(text)) {
    room -= measure(segment)
    if (room < 0) break
    kept += segment
  }
  return kept + ellipsis
}
