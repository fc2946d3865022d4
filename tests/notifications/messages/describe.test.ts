import { describe, expect, test } from 'vitest'
import type { Locale } from '../../../contract/primitives.ts'
import { cut, describeAlert, formatMoney, oneLine } from '../../../server/notifications/messages/describe.ts'
import { AUCTION_ID, anAlert } from '../support.ts'

/** Narrow and plain spaces look alike here. */
const plain = (text: string | undefined) => text?.replace(/[\u00A0\u202F]/g, ' ')
const inLocale = (locale: Locale, alert = anAlert()) => describeAlert(alert, { locale, timeZone: 'Europe/Berlin' })

describe('an alert in words', () => {
  test('in English', () => {
    const described = inLocale('en')
    expect(described).toMatchObject({
      event: 'New match',
      title: 'Leica M6',
      price: '€125.50',
      bids: '3 bids',
      filters: 'Filter: Cameras',
      path: `/auctions/${AUCTION_ID}`,
    })
    expect(plain(described.ends)).toBe('ends Sat 21 Nov, 11:00 CET')
  })

  test('in German', () => {
    const described = inLocale('de')
    expect(described).toMatchObject({ event: 'Neuer Treffer', bids: '3 Gebote', path: `/de/auctions/${AUCTION_ID}` })
    expect(plain(described.price)).toBe('125,50 €')
    expect(plain(described.ends)).toBe('endet Sa., 21. Nov., 11:00 MEZ')
  })

  test('omits unknown facts', () => {
    const alert = anAlert()
    const { price: _, bidCount: __, endsAt: ___, ...auction } = alert.match.auction
    const described = describeAlert({ ...alert, match: { ...alert.match, auction } }, { locale: 'en', timeZone: 'UTC' })
    expect(described.price).toBe('price unknown')
    expect(described).not.toHaveProperty('bids')
    expect(described).not.toHaveProperty('ends')
  })

  test('names all filters and labels the demo', () => {
    const described = inLocale('en', anAlert({ auction: { marketplace: 'demo' }, filterNames: ['Cameras', 'Leica'] }))
    expect(described).toMatchObject({ filters: 'Filter: Cameras, Leica', isDemo: true })
  })

  test.each([
    [0, '0 bids', '0 Gebote'],
    [1, '1 bid', '1 Gebot'],
    [2, '2 bids', '2 Gebote'],
  ])('counts %d bids', (bidCount, en, de) => {
    const alert = anAlert({ auction: { bidCount } })
    expect([inLocale('en', alert).bids, inLocale('de', alert).bids]).toEqual([en, de])
  })
})

describe('a price', () => {
  test.each([
    [12_550, 'EUR', '€125.50', '125,50 €'],
    [5, 'EUR', '€0.05', '0,05 €'],
    [12_550, 'JPY', 'JP¥12,550', '12.550 ¥'],
    [12_550, 'KWD', 'KWD 12.550', '12,550 KWD'],
    [12_550, 'HUF', 'HUF 125.50', '125,50 HUF'],
    [0, 'EUR', '€0.00', '0,00 €'],
    [1_000_000_000_000, 'EUR', '€10,000,000,000.00', '10.000.000.000,00 €'],
  ])('of %d minor units of %s', (amount, currency, en, de) => {
    expect(plain(formatMoney({ amount, currency }, 'en'))).toBe(en)
    expect(plain(formatMoney({ amount, currency }, 'de'))).toBe(de)
  })

  const change = (from: number, to: number, currency = 'EUR', locale: Locale = 'en') =>
    plain(
      inLocale(locale, anAlert({ kind: 'priceChange', from: { amount: from, currency: 'EUR' }, to: { amount: to, currency } }))
        .price,
    )

  test('that fell or rose says by how much', () => {
    expect(change(12_000, 9500)).toBe('€120.00 → €95.00 (-21%)')
    expect(change(12_000, 9500, 'EUR', 'de')).toBe('120,00 € → 95,00 € (-21 %)')
    expect(change(10_000, 25_000)).toBe('€100.00 → €250.00 (+150%)')
  })

  test('has no percentage when it rounds to zero, from zero, or between currencies', () => {
    expect(change(100_000, 100_100)).toBe('€1,000.00 → €1,001.00')
    expect(change(0, 100)).toBe('€0.00 → €1.00')
    expect(change(10_000, 9000, 'GBP')).toBe('€100.00 → £90.00')
  })
})

test.each([
  [10, 'Ends in 10 minutes', 'Endet in 10 Minuten'],
  [1, 'Ends in 1 minute', 'Endet in 1 Minute'],
  [60, 'Ends in 1 hour', 'Endet in 1 Stunde'],
  [90, 'Ends in 90 minutes', 'Endet in 90 Minuten'],
  [1440, 'Ends in 1 day', 'Endet in 1 Tag'],
  [4320, 'Ends in 3 days', 'Endet in 3 Tagen'],
])('a reminder %d minutes before the end', (minutes, en, de) => {
  const alert = anAlert({ kind: 'endingSoon', minutes })
  expect([inLocale('en', alert).event, inLocale('de', alert).event]).toEqual([en, de])
})

describe('untrusted text', () => {
  test('becomes one line without control characters or bidirectional marks', () => {
    expect(oneLine(' a\r\nBcc: x\u0000y\u2028z ')).toBe('a Bcc: x y z')
    expect(oneLine('safe\u202Egnp.exe\u202C \u2066x\u2069')).toBe('safegnp.exe x')
    expect(oneLine('half \uD83D pair')).toBe('half \uFFFD pair')
  })

  test('is truncated at grapheme boundaries', () => {
    const family = '👨‍👩‍👧'
    expect(cut('abc', 3)).toBe('abc')
    expect(cut('abcd', 3)).toBe('ab…')
    expect(cut(family.repeat(3), 2 * family.length)).toBe(`${family}…`)
    expect(cut(`${family}x`, 5)).toBe('…')
  })
})
