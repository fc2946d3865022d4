import { describe, expect, it } from 'vitest'
import { distanceKm } from '../../contract/distance.ts'
import { calendarFile } from '../../src/features/auctions/detail/calendarFile.ts'
import { amountText, parseAmount } from '../../src/features/filters/form/amounts.ts'
import { draftOf } from '../../src/features/filters/form/draft.ts'
import { emptyForm, formOf } from '../../src/features/filters/form/form.ts'
import { suggestedName } from '../../src/features/filters/form/suggestedName.ts'
import { localeOfPath, pathIn } from '../../src/i18n/locales.ts'
import { auctionsSearch, editSearch } from '../../src/routes/-search.ts'
import { actionOf } from '../../src/shell/bridge.ts'
import { auction, filter, id } from './support/fixtures.ts'

describe('amounts as typed', () => {
  it.each([
    ['1.234,56', 'de', 123_456],
    ['1,234.56', 'en', 123_456],
    ['12,5', 'en', 1250],
    ['12.50', 'de', 1250],
    ['1.000', 'de', 100_000],
    ['1,000', 'en', 100_000],
    ['€ 20', 'en', 2000],
    ['', 'en', null],
    ['abc', 'en', undefined],
    ['-5', 'en', undefined],
  ])('parses the amount %s in %s', (text, locale, amount) => expect(parseAmount(text, 'EUR', locale)).toBe(amount))

  it('follow the digits of the currency', () => {
    expect(parseAmount('1500', 'JPY', 'en')).toBe(1500)
    expect(amountText(123_456, 'EUR', 'de')).toBe('1234,56')
    expect(amountText(2000, 'EUR', 'en')).toBe('20')
  })
})

describe('the form of a filter', () => {
  it.each([
    ['leica  -case', 'leica -case'],
    ['(nintendo,nintedo,nitendo) (fahrrad,fahrrat)', 'nintendo fahrrad'],
    ['oled(nintendo,nintedo)', 'oled nintendo'],
    ['(leica,rollei) (3080,3090) (nintendo,nintedo,sega)', '(leica,rollei) (3080,3090) (nintendo,nintedo,sega)'],
    ['(nintendo,"nintedo") (a', '(nintendo,"nintedo") (a'],
    [' ', 'fallback'],
  ])('suggests a name for %s: %s', (keywords, name) => expect(suggestedName({ ...emptyForm, keywords }, 'fallback')).toBe(name))

  it('becomes a draft and comes back the same', () => {
    const form = {
      ...emptyForm,
      name: 'Cameras',
      keywords: 'leica -case',
      priceMax: '250',
      zip: '10115',
      sellersNever: 'a, b',
      maxBids: '3',
    }
    const { draft, isValid } = draftOf(form, 'en', 'My filter')
    expect(isValid).toBe(true)
    expect(draft).toMatchObject({
      price: { max: 25_000, currency: 'EUR' },
      location: { zip: '10115', radiusKm: 50 },
      sellers: { never: ['a', 'b'] },
      maxBids: 3,
    })
    const saved = filter(1, { ...draft, location: { ...draft?.location, name: 'Berlin', lat: 52.5, lon: 13.4 } })
    expect(formOf(saved, 'en')).toEqual(form)
  })

  it('says what is wrong and where', () => {
    const { draft, faults } = draftOf(
      { ...emptyForm, keywords: '"leica', priceMin: '9', priceMax: '5', maxBids: 'x' },
      'en',
      'My filter',
    )
    expect(draft).toBeUndefined()
    expect(faults).toMatchObject({
      priceMin: 'minAboveMax',
      maxBids: 'number',
      keywords: [{ code: 'unbalancedQuote', start: 0 }],
    })
  })

  it('is called by its keywords when it has no name, and may not ask for nothing', () => {
    expect(draftOf({ ...emptyForm, keywords: 'leica' }, 'en', 'My filter').draft?.name).toBe('leica')
    expect(draftOf({ ...emptyForm, conditions: ['used'] }, 'en', 'My filter').draft?.name).toBe('My filter')
    expect(draftOf(emptyForm, 'en', 'My filter').isValid).toBe(false)
  })
})

describe('addresses', () => {
  it('have a German twin', () => {
    expect([pathIn('de', '/'), pathIn('de', '/filters'), pathIn('en', '/de/filters'), pathIn('en', '/de')]).toEqual([
      '/de',
      '/de/filters',
      '/filters',
      '/',
    ])
    expect([localeOfPath('/de'), localeOfPath('/details'), localeOfPath('/de/x')]).toEqual(['de', 'en', 'de'])
  })

  it('lose the parts that are no good', () => {
    expect(auctionsSearch({ segment: 'saved', filter: 'no id', sort: 'up', other: 1 })).toEqual({ segment: 'saved' })
    expect(editSearch({ from: id(1), keywords: 3080, copy: 'yes' })).toEqual({ from: id(1), keywords: '3080' })
  })
})

describe("the shell's messages", () => {
  it('count as text and as objects', () => {
    const action = { action: 'anonymousLoginSuccess', token: 'abc' }
    expect(actionOf(action)).toEqual(action)
    expect(actionOf(JSON.stringify(action))).toEqual(action)
  })

  it.each([
    ['no action', { token: 'abc' }],
    ['an unknown action', { action: 'eval', message: 'x' }],
    ['no token', { action: 'loginSuccess', user: {} }],
    ['a token too long', { action: 'anonymousLoginSuccess', token: 'x'.repeat(9000) }],
    ['too much', `"${'x'.repeat(20_000)}"`],
    ['nonsense', '{'],
    ['nothing', undefined],
  ])('drops messages with %s', (_, data) => expect(actionOf(data)).toBeUndefined())
})

describe('a calendar file', () => {
  it('lets no title begin a line of its own, and folds long lines between characters', () => {
    const file = calendarFile(auction(1, { title: `A,b;c\r\nATTENDEE:x ${'ä'.repeat(60)}` }))
    expect(file).not.toMatch(/^ATTENDEE/m)
    expect(file).toContain('SUMMARY:A\\,b\\;c ATTENDEE')
    for (const line of file.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
  })
})

describe('distances', () => {
  it('follow the globe', () =>
    expect(Math.round(distanceKm({ lat: 52.52, lon: 13.405 }, { lat: 48.137, lon: 11.575 }))).toBe(504))
})
