import { describe, expect, test } from 'vitest'
import { decimalOf } from '../../server/money/decimal.ts'
import { findMoney } from '../../server/money/parse.ts'

/** "1.00 EUR", or "1.00–2.00 EUR" for a range. */
const amounts = (text: string, currency?: string) =>
  findMoney(text, currency === undefined ? {} : { currency }).map(
    ({ money, upTo }) => `${decimalOf(money)}${upTo === undefined ? '' : `–${decimalOf(upTo)}`} ${money.currency}`,
  )

describe('a marker belongs to one of two numbers', () => {
  test.each([
    ['Fremont, CA 94536 $2,550/mo', ['2550.00 USD']],
    ['iPhone 12 $350', ['350.00 USD']],
    ['RTX 3080 €450', ['450.00 EUR']],
    ['Lot 5 EUR 500', ['500.00 EUR']],
    ['Lot 5 EUR 500 - EUR 700', ['500.00–700.00 EUR']],
    ['Lot 3 € 5,50', ['5.50 EUR']],
    ['6,99 EUR 2 Stück', ['6.99 EUR']],
    ['80 € 10115 Berlin', ['80.00 EUR']],
    ['80€ 120 km', ['80.00 EUR']],
    ['EUR 5 EUR 7', ['5.00 EUR', '7.00 EUR']],
    ['5 € 7 €', ['5.00 EUR', '7.00 EUR']],
  ])('%s', (text, expected) => expect(amounts(text)).toEqual(expected))
})

describe('a range', () => {
  test.each([
    ['RTX 3080 - 450 €', ['450.00 EUR']],
    ['Lot 5 – 80 €', ['80.00 EUR']],
    ['100 – 150 €', ['100.00–150.00 EUR']],
    ['5 € bis 80 €', ['5.00–80.00 EUR']],
    ['€5 - 80', ['5.00 EUR']],
    ['250 € - 80 €', ['250.00 EUR', '80.00 EUR']],
    ['5 € - $7', ['5.00 EUR', '7.00 USD']],
  ])('%s', (text, expected) => expect(amounts(text)).toEqual(expected))
})

describe('thousands set apart by an ordinary space', () => {
  test.each([
    ['12 500 kr', 'SEK', ['12500.00 SEK']],
    ['Pris 1 250 000 kr', 'NOK', ['1250000.00 NOK']],
    ['Preis: 1 250,00 €', 'EUR', ['1250.00 EUR']],
    ['EUR 1 250,00', undefined, ['1250.00 EUR']],
    ['1 500 Kč', undefined, ['1500.00 CZK']],
    ['cena 1 500 PLN', undefined, ['1500.00 PLN']],
    ['12 500 Ft', undefined, ['12500.00 HUF']],
    ['12 500 Ft', 'HUF', ['12500.00 HUF']],
    ['Kommode 1 250,00 € neu', 'EUR', []],
    ['PS 5 250 €', 'EUR', []],
    ['iPhone 13 250 €', 'EUR', ['250.00 EUR']],
    ['$350 100% ok', undefined, ['350.00 USD']],
    ['$350 200 sqft', undefined, ['350.00 USD']],
    ['$1 500', undefined, []],
    ['€5 000', undefined, ['5000.00 EUR']],
    ['PS 5 250 € 80 €', 'EUR', ['80.00 EUR']],
    ['PS 5 250 € 10115 Berlin', 'EUR', []],
  ])('%s (%s)', (text, hint, expected) => expect(amounts(text, hint)).toEqual(expected))
})

describe('units and words are no money', () => {
  test.each([
    ['Cable 10 ft', undefined, []],
    ['1,250 ft above sea', undefined, []],
    ['weighs 5,000 pounds', undefined, []],
    ['5,000 pounds', 'GBP', ['5000.00 GBP']],
    ['500 ft', 'HUF', ['500.00 HUF']],
    ['500 Gramm, 2 Pfund', 'EUR', []],
    ['PHP 7', undefined, []],
    ['PHP 700', undefined, ['700.00 PHP']],
    ['700 PHP', undefined, ['700.00 PHP']],
    ['5 try square', undefined, []],
    ['AutoCAD 2024 try 5', undefined, []],
    ['50 eur VB', undefined, ['50.00 EUR']],
    ['endet Fr. 22. November', 'EUR', []],
    ['Fr. 1250.-', 'CHF', ['1250.00 CHF']],
  ])('%s (%s)', (text, hint, expected) => expect(amounts(text, hint)).toEqual(expected))
})

describe('dollars of many countries, and rests of numbers', () => {
  test.each([
    ['HK$ 500', undefined, ['500.00 HKD']],
    ['R$ 500', undefined, ['500.00 BRL']],
    ['S$500', undefined, ['500.00 SGD']],
    ['MX$500', undefined, ['500.00 MXN']],
    ['A$500', undefined, ['500.00 AUD']],
    ['US$500', undefined, ['500.00 USD']],
    ['XY$500', undefined, []],
    ['$40 CAD', undefined, ['40.00 CAD']],
    ['$40 CAD', 'USD', ['40.00 CAD']],
    ['CAD $40', 'USD', ['40.00 CAD']],
    ['$1,200 USD', 'CAD', ['1200.00 USD']],
    ['$1,200 USD 3 available', 'CAD', ['1200.00 USD']],
    ['.99 $', undefined, []],
    [',99 €', undefined, []],
    ['--,50 €', undefined, []],
    ['ca.50 €', undefined, ['50.00 EUR']],
    ['neuwertig,120€', undefined, ['120.00 EUR']],
    ['$2.5M', undefined, []],
    ['€ 12k', undefined, []],
    ['€ 1,2 Mio.', undefined, []],
    ['$350obo', undefined, ['350.00 USD']],
  ])('%s (%s)', (text, hint, expected) => expect(amounts(text, hint)).toEqual(expected))
})
