import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { afterQuietHours, minuteOfDay, nextLocalTime } from '../../server/delivery/quietHours.ts'

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

  test('count by the clock of their own zone, west of Greenwich too', () => {
    expect(after('2026-11-21T03:00:00.000Z', quiet('22:00', '07:00', 'America/New_York'))).toBe('2026-11-21T12:00:00.000Z')
    expect(after('2026-11-21T09:00:00.000Z', quiet('22:00', '07:00', 'Pacific/Honolulu'))).toBe('2026-11-21T17:00:00.000Z')
    expect(after('2026-11-20T20:00:00.000Z', quiet('22:00', '07:00', 'Asia/Kathmandu'))).toBe('2026-11-21T01:15:00.000Z')
  })

  test('are none when switched off', () => {
    expect(after('2026-11-20T23:00:00.000Z', { ...quiet('22:00', '07:00'), enabled: false })).toBe('2026-11-20T23:00:00.000Z')
  })

  test('are an hour shorter in the night in which clocks go forward', () => {
    expect(after('2027-03-27T22:00:00.000Z', quiet('22:00', '07:00'))).toBe('2027-03-28T05:00:00.000Z')
  })

  test('are an hour longer in the night in which clocks go back', () => {
    expect(after('2027-10-30T21:00:00.000Z', quiet('22:00', '07:00'))).toBe('2027-10-31T06:00:00.000Z')
  })

  test('that end in the hour that is skipped end when it is skipped', () => {
    expect(after('2027-03-27T22:00:00.000Z', quiet('22:00', '02:30'))).toBe('2027-03-28T01:00:00.000Z')
    expect(after('2027-03-28T00:59:00.000Z', quiet('22:00', '02:30'))).toBe('2027-03-28T01:00:00.000Z')
  })

  test('that end in the hour that comes twice end at its first coming', () => {
    expect(after('2027-10-30T22:00:00.000Z', quiet('22:00', '02:30'))).toBe('2027-10-31T00:30:00.000Z')
  })
})

test('the next local time is ahead, within 25 hours, on the minute, and shows on the clock unless the clock skips it', () => {
  const zones = [
    'Europe/Berlin',
    'America/New_York',
    'Australia/Lord_Howe',
    'Asia/Kolkata',
    'Pacific/Apia',
    'UTC',
    'America/St_Johns',
  ]
  const minutes = fc.integer({ min: 0, max: 1439 })
  const times = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2028, 0, 1) })
  fc.assert(
    fc.property(times, minutes, fc.constantFrom(...zones), (ms, minute, zone) => {
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
