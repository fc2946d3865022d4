import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { endsCalendar } from '../../../server/notifications/feeds/calendar.ts'
import type { End } from '../../../server/store/ends.ts'
import { hostileText } from '../messages/hostileTexts.ts'
import { aFilter, FILTER_ID, NOW } from '../support.ts'
import { aMatch, SOURCE } from './support.ts'

const ENDS_AT = new Date('2026-11-21T23:30:00.000Z')
const MAX_LINE_OCTETS = 75

type Line = { name: string; parameters: string; value: string }

/** RFC 5545, section 3.1, read strictly: lines of at most 75 octets that end in CRLF and hold no control characters. */
function readLines(calendar: string): Line[] {
  expect(calendar.endsWith('\r\n')).toBe(true)
  const physical = calendar.slice(0, -2).split('\r\n')
  for (const line of physical) {
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(MAX_LINE_OCTETS)
    expect(line.replaceAll('\t', '')).not.toMatch(/\p{Cc}/u)
    expect(line.isWellFormed()).toBe(true)
  }
  return physical
    .join('\r\n')
    .replaceAll('\r\n ', '')
    .split('\r\n')
    .map((line) => {
      const [, name, parameters = '', value = ''] = /^([A-Z-]+)((?:;[A-Z-]+=[^:;,"]+)*):(.*)$/.exec(line) ?? []
      if (name === undefined) throw new Error(`not a content line: ${line}`)
      return { name, parameters, value }
    })
}

/** A TEXT value (section 3.3.11): nothing but the four escapes, commas and semicolons escaped. */
function textOf(value: string): string {
  expect(value.replaceAll(/\\[\\;,n]/g, '')).not.toMatch(/[\\;,]/)
  return value.replaceAll(/\\([\\;,n])/g, (_, escaped: string) => (escaped === 'n' ? '\n' : escaped))
}

const anEnd = (change: Partial<End> = {}): End => ({ match: aMatch(), endsAt: ENDS_AT, revision: 0, revisedAt: null, ...change })
const filters = (notify: Parameters<typeof aFilter>[0] = {}) => new Map([[FILTER_ID, aFilter(notify)]])
const write = (end: End, known = filters(), source = SOURCE) => readLines(endsCalendar([end], known, source, NOW))
const theValue = (lines: readonly Line[], name: string) => lines.find((line) => line.name === name)?.value
const triggersOf = (lines: readonly Line[]) => lines.filter(({ name }) => name === 'TRIGGER').map(({ value }) => value)

describe('an end in the calendar', () => {
  test('is a transparent event without duration, with an alarm for each step', () => {
    const lines = write(anEnd(), filters({ notify: { endingSoonMinutes: [1440, 60, 10] } }))
    expect(theValue(lines, 'UID')).toBe('01930000-0000-7000-8000-000000000004')
    expect(theValue(lines, 'DTSTART')).toBe('20261121T233000Z')
    expect(theValue(lines, 'DTEND')).toBeUndefined()
    expect(theValue(lines, 'SUMMARY')).toBe('Leica M6 · €125.50')
    expect(theValue(lines, 'URL')).toBe('https://lotwatch.example')
    expect(textOf(theValue(lines, 'DESCRIPTION') ?? '')).toContain('\nhttps://lots.example/a')
    expect(theValue(lines, 'STATUS')).toBe('CONFIRMED')
    expect(theValue(lines, 'TRANSP')).toBe('TRANSPARENT')
    expect(triggersOf(lines)).toEqual(['-P1D', '-PT1H', '-PT10M'])
    expect(lines.find(({ name }) => name === 'REFRESH-INTERVAL')).toMatchObject({ parameters: ';VALUE=DURATION', value: 'PT15M' })
  })

  test('keeps its id and gets a higher sequence when it moves', () => {
    const revisedAt = new Date('2026-11-20T12:00:00.000Z')
    const moved = write(anEnd({ revision: 2, revisedAt, endsAt: new Date(ENDS_AT.getTime() + 120_000) }))
    expect(theValue(moved, 'UID')).toBe(theValue(write(anEnd()), 'UID'))
    expect(theValue(moved, 'SEQUENCE')).toBe('2')
    expect(theValue(moved, 'DTSTART')).toBe('20261121T233200Z')
    expect(theValue(moved, 'LAST-MODIFIED')).toBe('20261120T120000Z')
    expect(theValue(moved, 'DTSTAMP')).toBe('20261120T120000Z')
  })

  test('of a removed auction is cancelled and has no alarms', () => {
    const lines = write(anEnd({ match: aMatch({ auction: { status: 'gone' } }), revision: 1 }))
    expect(theValue(lines, 'STATUS')).toBe('CANCELLED')
    expect(triggersOf(lines)).toEqual([])
  })

  test("known only to the day is an all-day event in the user's time zone", () => {
    const lines = write(anEnd({ match: aMatch({ auction: { endPrecision: 'day' } }) }))
    // 00:30 in Berlin.
    expect(lines.find(({ name }) => name === 'DTSTART')).toMatchObject({ parameters: ';VALUE=DATE', value: '20261122' })
  })

  test.each([
    ['does not remind', { notify: { events: { newMatch: true, priceChange: true, endingSoon: false } } }],
    ['is snoozed', { snoozedUntil: '2026-11-20T10:00:01.000Z' }],
    ['has a limit that the price is above', { notify: { maxPrice: { amount: 12_549, currency: 'EUR' } } }],
  ])('whose filter %s has no alarm', (_, change) => {
    expect(triggersOf(write(anEnd(), filters(change)))).toEqual([])
  })
})

test('hostile texts never break a calendar line', () => {
  fc.assert(
    fc.property(hostileText, hostileText, (title, filterName) => {
      const lines = write(anEnd({ match: aMatch({ auction: { title }, filterNames: [filterName] }) }), filters(), {
        ...SOURCE,
        filterName,
      })
      expect(lines.map(({ name }) => name).filter((name) => name === 'BEGIN')).toHaveLength(3)
      for (const name of ['SUMMARY', 'DESCRIPTION', 'NAME', 'X-WR-CALNAME']) textOf(theValue(lines, name) ?? '\\')
    }),
    { numRuns: 300 },
  )
})
