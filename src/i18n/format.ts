import { useLingui } from '@lingui/react'
import { useMemo } from 'react'
import { minorDigits } from '../../contract/minorDigits.ts'
import type { Money } from '../../contract/money.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../contract/time.ts'

type Unit = Intl.RelativeTimeFormatUnit

const UNITS: readonly (readonly [Unit, number])[] = [
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', MINUTE_MS],
]

/** Formats numbers, money and times for a locale. Times are ISO strings or epoch milliseconds. */
export function createFormat(locale: string) {
  const numbers = new Intl.NumberFormat(locale)
  const percents = new Intl.NumberFormat(locale, { style: 'percent', signDisplay: 'exceptZero', maximumFractionDigits: 0 })
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })
  const moments = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
  const clocks = new Intl.DateTimeFormat(locale, { timeStyle: 'short' })
  const relatives = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const countries = new Intl.DisplayNames(locale, { type: 'region' })
  const currencies = new Map<string, Intl.NumberFormat>()

  const currency = (code: string) => {
    const digits = minorDigits(code)
    const known =
      currencies.get(code) ??
      new Intl.NumberFormat(locale, {
        style: 'currency',
        currency: code,
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      })
    currencies.set(code, known)
    return known
  }

  return {
    number: (value: number) => numbers.format(value),
    /** `share` of 0.12 is "+12 %". */
    change: (share: number) => percents.format(share),
    /** In the amount's own currency; nothing is converted. */
    money: ({ amount, currency: code }: Money) => currency(code).format(amount / 10 ** minorDigits(code)),
    /** The name of an ISO 3166 code. */
    country: (code: string) => countries.of(code) ?? code,
    day: (at: string | number) => days.format(new Date(at)),
    moment: (at: string | number) => moments.format(new Date(at)),
    clock: (at: string | number) => clocks.format(new Date(at)),
    /** "3 hours ago", "in 2 days": in the largest unit that fits, minutes at least. */
    relative: (at: string | number, now: number) => {
      const distance = new Date(at).getTime() - now
      const [unit, size] = UNITS.find(([, ms]) => Math.abs(distance) >= ms) ?? (['minute', MINUTE_MS] as const)
      return relatives.format(Math.trunc(distance / size), unit)
    },
    unit: (value: number, unit: 'kilometer' | 'day' | 'hour' | 'minute' | 'percent') =>
      new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 0 }).format(value),
  }
}

export type Format = ReturnType<typeof createFormat>

const known = new Map<string, Format>()

/** The formats of the page's language. */
export function useFormat(): Format {
  const { i18n } = useLingui()
  return useMemo(() => {
    const format = known.get(i18n.locale) ?? createFormat(i18n.locale)
    known.set(i18n.locale, format)
    return format
  }, [i18n.locale])
}
