import { expect, test } from 'vitest'
import { judgeFlatness, MEBIBYTE } from './flatness.ts'
import type { Vitals } from './vitals.ts'

const SAMPLES = 90
const MINUTE = 60_000

type Change = { rss?: number; handles?: number; connections?: number; rows?: Record<string, number> }

/** An hour of samples; growth with `index` is a leak. */
function samplesOf(change: (index: number) => Change): Vitals[] {
  return Array.from({ length: SAMPLES }, (_, index) => {
    const { rss = 200, handles = 30, connections = 60, rows = {} } = change(index)
    return {
      ...{ at: (index * 60 * MINUTE) / SAMPLES, lots: index * 10, users: index * 5, pairs: index * 1000 },
      ...{ connections, processes: new Map([['api', { rss: rss * MEBIBYTE, handles }]]), rows: new Map(Object.entries(rows)) },
    }
  })
}

const growing = (change: (index: number) => Change) =>
  judgeFlatness(samplesOf(change), ['api'])
    .filter(({ isFlat }) => !isFlat)
    .map(({ what }) => what)

test.each<[string, (index: number) => Change, string[]]>([
  ['nothing that changes', () => ({}), []],
  ['memory that rises and falls', (index) => ({ rss: 180 + (index % 10) * 10 }), []],
  ['memory that is lost bit by bit', (index) => ({ rss: 200 + 2 * index }), ['most memory of api, MiB']],
  ['handles that are left open', (index) => ({ handles: 30 + index }), ['handles of api']],
  ['connections that are left open', (index) => ({ connections: 60 + index }), ['database connections']],
  [
    'rows of a table that has to stay as it is',
    (index) => ({ rows: { 'public.device': 10 + 3 * index } }),
    ['rows of public.device'],
  ],
  ['rows that come with lots', (index) => ({ rows: { 'public.auction': 10 * index } }), []],
  [
    'more and more rows for each lot',
    (index) => ({ rows: { 'public.auction': index ** 2 } }),
    ['rows of public.auction for each of the lots'],
  ],
])('%s', (_, change, expected) => {
  expect(growing(change)).toEqual(expected)
})

test('too few samples say nothing, and are no success', () => {
  expect(judgeFlatness(samplesOf(() => ({})).slice(0, 10), ['api'])).toMatchObject([{ what: 'samples', isFlat: false }])
})
