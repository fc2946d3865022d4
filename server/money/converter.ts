import type { Currency, Money } from '../../contract/money.ts'
import { convert, type Rates } from './convert.ts'

/** Converts to minor units of another currency; undefined while there is no rate. */
export type Converter = (money: Money, to: Currency) => number | undefined

/** A converter by these rates; it stops converting when they are too old. Also what the matching thread makes its own from. */
export function makeConverter(rates: Rates | undefined): Converter {
  return (money, to) => convert(money, to, rates, Date.now())?.amount
}
