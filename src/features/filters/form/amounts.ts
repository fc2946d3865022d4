import { minorDigits } from '../../../../contract/minorDigits.ts'
import { MAX_MINOR_UNITS } from '../../../../contract/vocabulary/limits.ts'

const PLACEHOLDER = 1234.5

/** The thousands and decimal separators of a locale. */
function separators(locale: string) {
  const parts = new Intl.NumberFormat(locale, { useGrouping: 'always' }).formatToParts(PLACEHOLDER)
  const of = (type: Intl.NumberFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? ''
  return { group: of('group'), decimal: of('decimal') }
}

/**
 * Parses a typed amount into minor units; null if empty, undefined if invalid. German reads "1.234,56", English "1,234.56".
 * In both, a single separator before the last one or two digits is a decimal separator.
 */
export function parseAmount(text: string, currency: string, locale: string): number | null | undefined {
  const typed = text.replace(/[\s'’€$£]/g, '')
  if (typed === '') return null
  const { group, decimal } = separators(locale)
  const foreignDecimal = /^\d+[.,]\d{1,2}$/.test(typed) ? typed.replace(/[.,]/, '.') : undefined
  const plain = foreignDecimal ?? typed.replaceAll(group, '').replace(decimal, '.')
  if (!/^\d+(\.\d*)?$/.test(plain)) return undefined
  const amount = Math.round(Number(plain) * 10 ** minorDigits(currency))
  return amount <= MAX_MINOR_UNITS ? amount : undefined
}

/** Formats an amount for an input: no currency sign, no grouping, no trailing ",00". */
export function amountText(amount: number | undefined, currency: string, locale: string): string {
  if (amount === undefined) return ''
  const digits = minorDigits(currency)
  const value = amount / 10 ** digits
  const format = new Intl.NumberFormat(locale, {
    useGrouping: false,
    minimumFractionDigits: Number.isInteger(value) ? 0 : digits,
  })
  return format.format(value)
}
