import { minorDigits } from '../../contract/minorDigits.ts'
import { type Currency, MAX_MINOR_UNITS, type Money } from '../../contract/money.ts'

/** No amount up to `MAX_MINOR_UNITS` has more digits before the decimal point; longer ones are refused early. */
const MAX_WHOLE_DIGITS = 13

/**
 * Money from integer and fractional digits, without floating point or rounding.
 * @param whole decimal digits, at least one
 * @param fraction decimal digits, may be empty
 * @returns undefined when the currency has fewer fractional digits (other than trailing zeros) or the amount exceeds the maximum
 */
export function moneyFromDigits(whole: string, fraction: string, currency: Currency): Money | undefined {
  if (!/^\d+$/.test(whole) || !/^\d*$/.test(fraction)) return undefined
  const digits = minorDigits(currency)
  const significant = whole.replace(/^0+(?=\d)/, '')
  if (significant.length > MAX_WHOLE_DIGITS || /[1-9]/.test(fraction.slice(digits))) return undefined
  const amount = Number(significant + fraction.slice(0, digits).padEnd(digits, '0'))
  return amount <= MAX_MINOR_UNITS ? { amount, currency } : undefined
}

/**
 * Money from a machine-readable decimal: `312.50`, `7`, `0.5`. No sign, grouping or exponent; a number is converted by its
 * shortest decimal form.
 * @returns undefined for anything else
 */
export function moneyFromDecimal(decimal: string | number, currency: Currency): Money | undefined {
  const [, whole, fraction] = /^(\d+)(?:\.(\d+))?$/.exec(String(decimal).trim()) ?? []
  return whole === undefined ? undefined : moneyFromDigits(whole, fraction ?? '', currency)
}

/** The machine-readable decimal of an amount: `1250.50`, with as many digits as the currency has. */
export function decimalOf(money: Money): string {
  const digits = minorDigits(money.currency)
  const text = String(money.amount).padStart(digits + 1, '0')
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`
}
