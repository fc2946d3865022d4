import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Channel, Frequency } from '../../../contract/notifications.ts'
import { HOUR_MS } from '../../../contract/time.ts'
import { ALERT_LIFETIME_MS } from '../../../server/limits.ts'
import { planTime, retryPauseMs } from '../../../server/notifications/alerts/schedule.ts'
import { TRAITS } from '../../../server/notifications/channels/registry.ts'
import { NOW, someSettings } from '../support.ts'

/** When a mail about a new match is due. */
function mailDue(frequency: Frequency, at: string, timeZone = 'Europe/Berlin'): string {
  const settings = someSettings({ email: { frequency }, quietHours: { timeZone } })
  return planTime('email', { kind: 'newMatch' }, settings, new Date(at)).dueAt.toISOString()
}

describe('digests', () => {
  test.each<[Frequency, string, string]>([
    ['instant', '2026-11-20T10:07:03.000Z', '2026-11-20T10:07:03.000Z'],
    ['hourly', '2026-11-20T10:07:03.000Z', '2026-11-20T11:00:00.000Z'],
    ['hourly', '2026-11-20T11:00:00.000Z', '2026-11-20T12:00:00.000Z'],
    ['daily', '2026-11-20T06:59:59.000Z', '2026-11-20T07:00:00.000Z'],
    ['daily', '2026-11-20T07:00:00.000Z', '2026-11-21T07:00:00.000Z'],
    // 2026-11-20 is a Friday, -23 a Monday.
    ['weekly', '2026-11-20T10:00:00.000Z', '2026-11-23T07:00:00.000Z'],
    ['weekly', '2026-11-23T06:59:00.000Z', '2026-11-23T07:00:00.000Z'],
    ['weekly', '2026-11-23T07:00:00.000Z', '2026-11-30T07:00:00.000Z'],
  ])('%s, from %s on, comes at %s', (frequency, at, expected) => {
    expect(mailDue(frequency, at)).toBe(expected)
  })

  test('are sent daily at eight local time, also on days with a clock change', () => {
    expect(mailDue('daily', '2027-03-27T10:00:00.000Z')).toBe('2027-03-28T06:00:00.000Z')
    expect(mailDue('daily', '2027-03-28T10:00:00.000Z')).toBe('2027-03-29T06:00:00.000Z')
    expect(mailDue('daily', '2027-10-30T10:00:00.000Z')).toBe('2027-10-31T07:00:00.000Z')
  })

  test('are sent weekly on Monday, also after a clock change', () => {
    expect(mailDue('weekly', '2027-03-22T08:00:00.000Z')).toBe('2027-03-29T06:00:00.000Z')
    expect(mailDue('weekly', '2027-10-25T08:00:00.000Z')).toBe('2027-11-01T07:00:00.000Z')
  })

  test("use the Monday of the user's time zone", () => {
    expect(mailDue('weekly', '2026-11-23T07:00:00.000Z', 'America/New_York')).toBe('2026-11-23T13:00:00.000Z')
    expect(mailDue('weekly', '2026-11-22T21:30:00.000Z', 'Pacific/Auckland')).toBe('2026-11-29T19:00:00.000Z')
  })

  test('due in quiet hours are sent at their end', () => {
    const settings = someSettings({ email: { frequency: 'daily' }, quietHours: { enabled: true, from: '22:00', to: '09:00' } })
    expect(planTime('email', { kind: 'newMatch' }, settings, NOW).dueAt.toISOString()).toBe('2026-11-21T08:00:00.000Z')
  })
})

test.each(Channel.options.filter((channel) => TRAITS[channel].isForHumans))(
  '%s has its own digest, with the reason',
  (channel) => {
    const settings = someSettings({ [channel]: { frequency: 'hourly' } })
    for (const other of Channel.options) {
      const planned = planTime(other, { kind: 'newMatch' }, settings, NOW)
      const isHeld = other === channel
      expect(planned.dueAt).toEqual(isHeld ? new Date(NOW.getTime() + HOUR_MS) : NOW)
      expect(planned.reason).toBe(isHeld ? 'digest' : undefined)
    }
  },
)

test('alerts held by quiet hours name them as the reason, even for a digest', () => {
  const quietHours = { enabled: true, from: '08:00', to: '13:00' }
  expect(planTime('discord', { kind: 'endingSoon' }, someSettings({ quietHours }), NOW)).toMatchObject({
    dueAt: new Date('2026-11-20T12:00:00.000Z'),
    reason: 'quietHours',
  })
  const settings = someSettings({ quietHours, discord: { frequency: 'hourly' } })
  expect(planTime('discord', { kind: 'newMatch' }, settings, NOW).reason).toBe('quietHours')
})

test('a price rise waits for further bids, other changes do not', () => {
  const eur = (amount: number, currency = 'EUR') => ({ amount, currency })
  const reason = (from: ReturnType<typeof eur> | undefined, to: ReturnType<typeof eur>) =>
    planTime('webPush', { kind: 'priceChange', change: { from, to } }, someSettings(), NOW).reason
  expect([reason(eur(1), eur(2)), reason(eur(2), eur(1)), reason(undefined, eur(1)), reason(eur(1), eur(2, 'USD'))]).toEqual([
    'bidding',
    undefined,
    undefined,
    undefined,
  ])
})

test('a reminder never waits for a digest', () => {
  const settings = someSettings({ email: { frequency: 'weekly' } })
  expect(planTime('email', { kind: 'endingSoon' }, settings, NOW).dueAt).toEqual(NOW)
  expect(planTime('discord', { kind: 'newMatch' }, settings, NOW).dueAt).toEqual(NOW)
  expect(planTime('webPush', { kind: 'priceChange' }, settings, NOW).dueAt).toEqual(NOW)
})

test('no alert outlives the auction, and none its own lifetime', () => {
  const times = fc.date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true })
  fc.assert(
    fc.property(
      fc.constantFrom(...Channel.options),
      fc.constantFrom('newMatch', 'priceChange', 'endingSoon'),
      fc.constantFrom(...Frequency.options),
      fc.boolean(),
      times,
      fc.option(fc.integer({ min: -HOUR_MS, max: 40 * 24 * HOUR_MS }), { nil: undefined }),
      (channel, kind, frequency, enabled, now, endsInMs) => {
        const settings = someSettings({ email: { frequency }, quietHours: { enabled } })
        const endsAt = endsInMs === undefined ? undefined : new Date(now.getTime() + endsInMs)
        const { dueAt, expiresAt } = planTime(channel, { kind, endsAt }, settings, now)
        expect(dueAt.getTime()).toBeGreaterThanOrEqual(now.getTime())
        expect(expiresAt.getTime()).toBeLessThanOrEqual(dueAt.getTime() + ALERT_LIFETIME_MS)
        if (endsAt) expect(expiresAt.getTime()).toBeLessThanOrEqual(endsAt.getTime())
      },
    ),
    { seed: 20261120, numRuns: 500 },
  )
})

describe('the pause before the next attempt', () => {
  const middle = 0.5

  test('grows from two seconds to an hour and stays there', () => {
    const pauses = Array.from({ length: 12 }, (_, index) => retryPauseMs(index + 1, undefined, middle) / 1000)
    expect(pauses).toEqual([2, 10, 30, 120, 300, 900, 1800, 3600, 3600, 3600, 3600, 3600])
  })

  test('has a jitter of a fifth', () => {
    expect([retryPauseMs(2, undefined, 0), retryPauseMs(2, undefined, 1)]).toEqual([8000, 12_000])
  })

  test('is never shorter than what the other side asked for', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 30 }),
        fc.integer({ min: 0, max: 86_400_000 }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (attempts, retryAfterMs, random) => {
          expect(retryPauseMs(attempts, retryAfterMs, random)).toBeGreaterThanOrEqual(retryAfterMs)
        },
      ),
      { seed: 20261120 },
    )
  })
})
