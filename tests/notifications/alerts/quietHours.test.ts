import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { afterQuietHours, minuteOfDay, nextLocalTime } from '../../../server/notifications/alerts/quietHours.ts'

const quiet = (from: string, to: string, timeZone = 'Europe/Berlin') => ({ enabled: true, from, to, timeZone })
const after = (at: string, hours: ReturnType<typeof quiet>) => afterQuietHours(new Date(at), hours).toISOString()

describe('quiet hours', () => {
  test.each([
    ['a day hour, before', '12:00', '14:00', '2026-11-20T10:59:59.000Z', '2026-11-20T10:59:59.000Z'],
    ['a day hour, at its beginning', '12:00', '14:00', '2026-11-20T11:00:00.000Z', '2026-11-20T13:00:00.000Z'],
    ['a day hour, its last second', '12:00', '14:00', '2026-11-20T12:59:59.000Z', '2026-11-20T13:00:00.000Z'],
    ['a day hour, over', '12:00', '14:00', '2026-11-20T13:00:00.000Z', '2026-11-20T13:00:00.000Z'],
    ['across midnight, in the evening', '22:00', '07:00', '2026-11-20T21:00:00.000Z', '2026-11-21T06:00:00.000Z'],
    ['across midnight, at midnight', '22:00', '07:00', '2026-11-20T23:00:00.000Z', '2026-11-21T06:00:00.000Z'],
    ['across midnight, in the morning', '22:00', '07:00', '2026-11-21T05:59:30.000Z', '2026-11-21T06:00:00.000Z'],
    ['across midnight, by day', '22:00', '07:00', '2026-11-21T12:00:00.000Z', '2026-11-21T12:00:00.000Z'],
    ['until midnight', '22:00', '00:00', '2026-11-20T22:30:00.000Z', '2026-11-20T23:00:00.000Z'],
    ['no time at all', '07:00', '07:00', '2026-11-21T06:00:00.000Z', '2026-11-21T06:00:00.000Z'],
  ])('%s', (_, from, to, at, expected) => {
    expect(after(at, quiet(from, to))).toBe(expected)
  })

  test('use the local time of their time zone, also west of Greenwich', () => {
    expect(after('2026-11-21T03:00:00.000Z', quiet('22:00', '07:00', 'America/New_York'))).toBe('2026-11-21T12:00:00.000Z')
    expect(after('2026-11-21T09:00:00.000Z', quiet('22:00', '07:00', 'Pacific/Honolulu'))).toBe('2026-11-21T17:00:00.000Z')
    expect(after('2026-11-20T20:00:00.000Z', quiet('22:00', '07:00', 'Asia/Kathmandu'))).toBe('2026-11-21T01:15:00.000Z')
  })

  test('do not apply when switched off', () => {
    expect(after('2026-11-20T23:00:00.000Z', { ...quiet('22:00', '07:00'), enabled: false })).toBe('2026-11-20T23:00:00.000Z')
  })

  test('are an hour shorter in the night when clocks go forward', () => {
    expect(after('2027-03-27T22:00:00.000Z', quiet('22:00', '07:00'))).toBe('2027-03-28T05:00:00.000Z')
  })

  test('are an hour longer in the night when clocks go back', () => {
    expect(after('2027-10-30T21:00:00.000Z', quiet('22:00', '07:00'))).toBe('2027-10-31T06:00:00.000Z')
  })

  test('ending in a skipped hour end at the clock change', () => {
    expect(after('2027-03-27T22:00:00.000Z', quiet('22:00', '02:30'))).toBe('2027-03-28T01:00:00.000Z')
    expect(after('2027-03-28T00:59:00.000Z', quiet('22:00', '02:30'))).toBe('2027-03-28T01:00:00.000Z')
  })

  test('ending in a repeated hour end at its first occurrence', () => {
    expect(after('2027-10-30T22:00:00.000Z', quiet('22:00', '02:30'))).toBe('2027-10-31T00:30:00.000Z')
  })
})

/** Half and quarter hours from Greenwich, half an hour of summer time, clocks that skip midnight, a day that was left out. */
const ZONES = [
  'Europe/Berlin',
  'America/New_York',
  'America/St_Johns',
  'America/Santiago',
  'Africa/Cairo',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Pacific/Apia',
  'UTC',
]
/** Around changes of clocks as often as at any time. */
const times = fc.oneof(
  fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2028, 0, 1) }),
  fc
    .tuple(
      fc.constantFrom('2027-03-28', '2027-10-31', '2027-03-14', '2027-11-07', '2027-04-04', '2027-09-26', '2027-10-03'),
      fc.integer({ min: -1440, max: 1440 }),
    )
    .map(([day, minutes]) => Date.parse(day) + minutes * 60_000),
)
const minutes = fc.integer({ min: 0, max: 1439 })

test('the next local time is ahead, within 25 hours, on the minute, and shows on the clock unless the clock skips it', () => {
  fc.assert(
    fc.property(times, minutes, fc.constantFrom(...ZONES), (ms, minute, zone) => {
      const next = nextLocalTime(new Date(ms), minute, zone)
      expect(next.getTime()).toBeGreaterThan(ms)
      expect(next.getTime() - ms).toBeLessThanOrEqual(25 * 3_600_000)
      expect(next.getTime() % 60_000).toBe(0)
      const minuteBefore = minuteOfDay(new Date(next.getTime() - 60_000), zone)
      const shown = minuteOfDay(next, zone)
      const isSkipped = minuteBefore < minute && minute < shown
      expect(shown === minute || isSkipped).toBe(true)
    }),
    { seed: 20261120, numRuns: 1000 },
  )
})

test('the next local time equals a minute-by-minute search', () => {
  const byMinutes = (ms: number, minute: number, zone: string): number => {
    const away = (time: number) => (minute - minuteOfDay(new Date(time), zone) + 1440) % 1440
    let time = Math.floor(ms / 60_000) * 60_000 + 60_000
    let before = away(time - 60_000) || 1440
    // It is reached or skipped: then it is further away than a minute before.
    for (; away(time) !== 0 && away(time) < before + 720; time += 60_000) before = away(time)
    return time
  }
  fc.assert(
    fc.property(times, minutes, fc.constantFrom(...ZONES), (ms, minute, zone) => {
      expect(nextLocalTime(new Date(ms), minute, zone).getTime()).toBe(byMinutes(ms, minute, zone))
    }),
    { seed: 20261120, numRuns: 150 },
  )
})

test('an alert held by quiet hours is due at the first time outside them', () => {
  const clock = (minute: number) => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
  fc.assert(
    fc.property(times, minutes, minutes, fc.constantFrom(...ZONES), (ms, from, to, zone) => {
      const hours = quiet(clock(from), clock(to), zone)
      const isQuiet = (time: number) => {
        const minute = minuteOfDay(new Date(time), zone)
        return from === to ? false : from < to ? from <= minute && minute < to : from <= minute || minute < to
      }
      const end = afterQuietHours(new Date(ms), hours)
      expect(isQuiet(end.getTime())).toBe(false)
      expect(afterQuietHours(end, hours)).toEqual(end)
      if (!isQuiet(ms)) expect(end.getTime()).toBe(ms)
      else for (let time = ms; time < end.getTime(); time += 15 * 60_000) expect(isQuiet(time)).toBe(true)
    }),
    { seed: 20261120, numRuns: 500 },
  )
})
