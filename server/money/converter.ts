import type { Currency, Money } from '../../contract/money.ts'
import { convert, type Rates } from './convert.ts'

/** Converts to minor units of another currency; undefined without a rate. */
export type Converter = (money: Money, to: Currency) => number | undefined

/**
 * A converter with these rates; it stops converting when they are too old. Matching threads also create theirs with this
 * function.
 */
export function makeConverter(rates: Rates | undefined): Converter {
  return (money, to) => convert(money, to, rates, Date.now())?.amount
}
