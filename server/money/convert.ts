import { minorDigits } from '../../contract/minorDigits.ts'
import { type Currency, MAX_MINOR_UNITS, type Money } from '../../contract/money.ts'
import { DAY_MS } from '../../contract/time.ts'
import { divideHalfEven } from './total.ts'

/**
 * Around Easter the ECB publishes nothing for four days. After ten days something is broken, and no rate is better than a wrong
 * one.
 */
export const MAX_RATES_AGE_MS = 10 * DAY_MS
/** A file dated further ahead is wrong, or our clock is. */
const MAX_AHEAD_MS = 2 * DAY_MS

const SCALE_DIGITS = 6
const SCALE = 10n ** BigInt(SCALE_DIGITS)

/** Reference rates of one day: units of a currency per euro, in millionths. */
export type Rates = {
  /** `YYYY-MM-DD`. */
  readonly day: string
  readonly perEuro: ReadonlyMap<Currency, bigint>
}

/**
 * Parses the ECB's daily reference rates (eurofxref-daily.xml). Unreadable lines are skipped, so their currencies have no rate.
 * @returns undefined when it is another file or has no usable rate
 */
export function parseEcbRates(xml: string): Rates | undefined {
  const day = /<Cube\s+time=['"](\d{4}-\d{2}-\d{2})['"]/.exec(xml)?.[1]
  if (day === undefined || Number.isNaN(Date.parse(day))) return undefined
  const perEuro = new Map<Currency, bigint>([['EUR', SCALE]])
  for (const [, currency, whole, fraction] of xml.matchAll(
    /<Cube\s+currency=['"]([A-Z]{3})['"]\s+rate=['"](\d{1,9})(?:\.(\d{1,6}))?['"]\s*\/>/g,
  )) {
    const rate = BigInt(`${whole}${(fraction ?? '').padEnd(SCALE_DIGITS, '0')}`)
    if (currency !== undefined && currency !== 'EUR' && rate > 0n) perEuro.set(currency, rate)
  }
  return perEuro.size > 1 ? { day, perEuro } : undefined
}

/** Whether rates may still be used at `nowMs`. */
export function areCurrent(rates: Rates, nowMs: number): boolean {
  const ageMs = nowMs - Date.parse(rates.day)
  return ageMs <= MAX_RATES_AGE_MS && ageMs >= -MAX_AHEAD_MS
}

/**
 * Converts an amount at the rates of a day, through the euro, rounded once (half to even). The same currency needs no rate.
 * @returns undefined without current rates or without a rate for one of the currencies
 */
export function convert(money: Money, to: Currency, rates: Rates | undefined, nowMs: number): Money | undefined {
  if (money.currency === to) return money
  if (rates === undefined || !areCurrent(rates, nowMs)) return undefined
  const from = rates.perEuro.get(money.currency)
  const into = rates.perEuro.get(to)
  if (from === undefined || into === undefined) return undefined
  const dividend = BigInt(money.amount) * into * 10n ** BigInt(minorDigits(to))
  const amount = divideHalfEven(dividend, from * 10n ** BigInt(minorDigits(money.currency)))
  return amount <= MAX_MINOR_UNITS ? { amount: Number(amount), currency: to } : undefined
}
