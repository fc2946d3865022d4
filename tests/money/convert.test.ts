import { describe, expect, test } from 'vitest'
import { DAY_MS } from '../../contract/time.ts'
import { convert, parseEcbRates } from '../../server/money/convert.ts'
import { divideHalfEven, totalPrice } from '../../server/money/total.ts'

const XML = `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
<Cube><Cube time='2026-11-20'>
<Cube currency='USD' rate='1.25'/><Cube currency='JPY' rate='160.5'/><Cube currency="GBP" rate="0.8"/><Cube currency='XXX' rate='-1'/>
</Cube></Cube></gesmes:Envelope>`
const NOW = Date.parse('2026-11-21T10:00:00Z')
const rates = parseEcbRates(XML)
const eur = (amount: number) => ({ amount, currency: 'EUR' })

describe('rates', () => {
  test('are read with their day, in millionths', () => {
    expect(rates?.day).toBe('2026-11-20')
    expect(Object.fromEntries(rates?.perEuro ?? [])).toEqual({
      EUR: 1_000_000n,
      USD: 1_250_000n,
      JPY: 160_500_000n,
      GBP: 800_000n,
    })
  })

  test.each([
    '',
    '<html>busy</html>',
    "<Cube time='2026-11-20'></Cube>",
    "<Cube time='2026-99-99'><Cube currency='USD' rate='1.1'/>",
  ])('nothing is made of %s', (xml) => expect(parseEcbRates(xml)).toBeUndefined())
})

describe('conversion', () => {
  test('goes through the euro, between currencies of different digits', () => {
    expect(convert(eur(1000), 'USD', rates, NOW)).toEqual({ amount: 1250, currency: 'USD' })
    expect(convert({ amount: 1250, currency: 'USD' }, 'GBP', rates, NOW)).toEqual({ amount: 800, currency: 'GBP' })
    expect(convert(eur(100), 'JPY', rates, NOW)).toEqual({ amount: 160, currency: 'JPY' })
    expect(convert({ amount: 1605, currency: 'JPY' }, 'EUR', rates, NOW)).toEqual(eur(1000))
  })

  test('rounds halves to the even neighbour', () => {
    // 2 ct and 6 ct are exactly 2.5 and 7.5 US cents.
    expect(convert(eur(2), 'USD', rates, NOW)?.amount).toBe(2)
    expect(convert(eur(6), 'USD', rates, NOW)?.amount).toBe(8)
    expect([1n, 3n, 5n, 7n].map((n) => divideHalfEven(n, 2n))).toEqual([0n, 2n, 2n, 4n])
  })

  test('without a rate, or with one older than ten days, there is no amount', () => {
    expect(convert(eur(100), 'PLN', rates, NOW)).toBeUndefined()
    expect(convert(eur(100), 'USD', undefined, NOW)).toBeUndefined()
    const published = Date.parse('2026-11-20T00:00:00Z')
    expect(convert(eur(100), 'USD', rates, published + 10 * DAY_MS)).toBeDefined()
    expect(convert(eur(100), 'USD', rates, published + 10 * DAY_MS + 1)).toBeUndefined()
    expect(convert(eur(100), 'USD', rates, published - 3 * DAY_MS)).toBeUndefined()
  })

  test('the same currency needs no rate', () => expect(convert(eur(100), 'EUR', undefined, NOW)).toEqual(eur(100)))
})

describe('the total price', () => {
  test('is price, premium and shipping', () => {
    expect(totalPrice({ price: eur(10_000), shipping: eur(699) })).toEqual(eur(10_699))
    expect(totalPrice({ price: eur(10_000), buyersPremium: 12.5, shipping: eur(0) })).toEqual(eur(11_250))
    expect(totalPrice({ price: eur(333), buyersPremium: 29.75, shipping: eur(0) })).toEqual(eur(432))
  })

  test('is unknown while one of its parts is', () => {
    expect(totalPrice({ shipping: eur(699) })).toBeUndefined()
    expect(totalPrice({ price: eur(10_000) })).toBeUndefined()
    expect(totalPrice({ price: eur(10_000), pickup: true })).toBeUndefined()
    expect(totalPrice({ price: eur(10_000), shipping: { amount: 5, currency: 'CHF' } })).toBeUndefined()
    expect(totalPrice({ price: eur(10_000), shipping: eur(0), buyersPremium: Number.NaN })).toBeUndefined()
    expect(totalPrice({ price: eur(1_000_000_000_000), shipping: eur(1) })).toBeUndefined()
  })

  test('of collection only needs no shipping', () => {
    expect(totalPrice({ price: eur(10_000), pickup: true, shipsTo: [] })).toEqual(eur(10_000))
  })
})
