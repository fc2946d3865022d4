import { describe, expect, test } from 'vitest'
import type { AlertKind } from '../../../contract/eventKind.ts'
import type { Filter } from '../../../contract/filter.ts'
import { Channel } from '../../../contract/notifications.ts'
import { type AlertDraft, planDeliveries, type Recipient, wantsAlert } from '../../../server/notifications/alerts/plan.ts'
import { aFilter, NOW, someSettings } from '../support.ts'

const TARGETS: Recipient['targets'] = [
  { channel: 'webPush', target: 'phone', label: 'Phone' },
  { channel: 'webPush', target: 'laptop', label: 'Laptop' },
  { channel: 'email', target: 'ada@example.org', label: 'ada@example.org' },
  { channel: 'discord', target: 'hook', label: 'Discord …x' },
  { channel: 'webhook', target: 'program', label: 'hooks.example.org' },
]

const anAlertOf = (kind: AlertKind, ...filters: Filter[]): AlertDraft => ({
  userId: 'user',
  matchId: 'match',
  kind,
  occurrence: 'o',
  filters,
  price: { amount: 5000, currency: 'EUR' },
})

const WITH_WEBHOOK = { webhook: { enabled: true } }

/** The targets that an alert reaches. */
function reached(kind: AlertKind, filters: Filter[], settings = someSettings(WITH_WEBHOOK), targets = TARGETS): string[] {
  return planDeliveries(anAlertOf(kind, ...filters), { settings, targets }, NOW).map(({ target }) => target)
}

describe('an alert', () => {
  test('reaches every target of every enabled channel', () => {
    expect(reached('newMatch', [aFilter()])).toEqual(['phone', 'laptop', 'ada@example.org', 'hook', 'program'])
  })

  test.each(Channel.options)('does not reach %s when the settings switch it off', (channel) => {
    const settings = someSettings({ ...WITH_WEBHOOK, [channel]: { enabled: false } })
    const left = TARGETS.filter((target) => target.channel !== channel).map(({ target }) => target)
    expect(reached('newMatch', [aFilter()], settings).sort()).toEqual(left.sort())
  })

  test.each(Channel.options)('does not reach %s when its filter switches it off', (channel) => {
    const filter = aFilter({ notify: { channels: { [channel]: false } } })
    const left = TARGETS.filter((target) => target.channel !== channel).map(({ target }) => target)
    expect(reached('newMatch', [filter]).sort()).toEqual(left.sort())
  })

  test.each([
    ['newMatch', 'notifyNewMatches'],
    ['priceChange', 'notifyPriceChanges'],
    ['endingSoon', 'notifyEndingSoon'],
  ] as const)('of kind %s is pushed only while %s is on', (kind, word) => {
    const settings = someSettings({ webPush: { [word]: false } })
    expect(reached(kind, [aFilter()], settings)).toEqual(['ada@example.org', 'hook'])
    const others = (['newMatch', 'priceChange', 'endingSoon'] as const).filter((other) => other !== kind)
    for (const other of others) expect(reached(other, [aFilter()], settings)).toContain('phone')
  })

  test('lists, for each channel, only the filters that alert there', () => {
    const silent = aFilter({ id: 'silent', notify: { channels: { email: false } } })
    const loud = aFilter({ id: 'loud' })
    const planned = planDeliveries(anAlertOf('newMatch', silent, loud), { settings: someSettings(), targets: TARGETS }, NOW)
    expect(Object.fromEntries(planned.map(({ channel, filterIds }) => [channel, filterIds]))).toEqual({
      discord: ['silent', 'loud'],
      email: ['loud'],
      webPush: ['silent', 'loud'],
    })
  })

  test('has no deliveries if no filter wants it', () => {
    const events = { newMatch: false, priceChange: true, endingSoon: true }
    expect(reached('newMatch', [aFilter({ notify: { events } })])).toEqual([])
    expect(reached('priceChange', [aFilter({ notify: { events } })])).not.toEqual([])
    expect(reached('newMatch', [])).toEqual([])
  })

  test('has no deliveries without a target', () => {
    expect(reached('newMatch', [aFilter()], someSettings(), [])).toEqual([])
  })
})

describe('a filter wants an alert', () => {
  const price = (amount: number, currency = 'EUR') => ({ amount, currency })
  const limited = aFilter({ notify: { maxPrice: price(5000) } })

  test.each<[string, AlertKind, ReturnType<typeof price> | undefined, boolean]>([
    ['at its limit', 'priceChange', price(5000), true],
    ['above its limit', 'priceChange', price(5001), false],
    ['above its limit, of the end', 'endingSoon', price(5001), false],
    ['above its limit, when it is new', 'newMatch', price(5001), true],
    ['in another currency', 'priceChange', price(900_000, 'JPY'), true],
    ['without a price', 'endingSoon', undefined, true],
  ])('%s', (_, kind, amount, expected) => {
    expect(wantsAlert(limited, kind, amount, NOW)).toBe(expected)
  })

  test('not while it is snoozed, but again from that time on', () => {
    const until = (ms: number) => aFilter({ snoozedUntil: new Date(NOW.getTime() + ms).toISOString() })
    expect([until(1), until(0), until(-1)].map((filter) => wantsAlert(filter, 'newMatch', undefined, NOW))).toEqual([
      false,
      true,
      true,
    ])
  })
})
