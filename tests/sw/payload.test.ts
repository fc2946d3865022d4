import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AlertKind } from '../../contract/eventKind.ts'
import { PushPayload } from '../../contract/push.ts'
import { parsePayload } from '../../sw/payload.ts'

const SEED = 20_261_121
const RUNS = 5000

const text = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.lorem())
const id = fc.oneof(fc.uuid({ version: [1, 4, 7] }), fc.constant('00000000-0000-0000-0000-000000000000'))
const instant = fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('2100-01-01') }).map((date) => date.toISOString())

/** Payloads as the server makes them. */
const valid: fc.Arbitrary<Record<string, unknown>> = fc.record(
  {
    version: fc.constant(1),
    deliveryId: id,
    auctionId: id,
    kind: fc.constantFrom(...AlertKind.options, 'test'),
    locale: fc.constantFrom('en', 'de'),
    title: text,
    body: text,
    path: fc.webPath().map((path) => `/${path.replace(/^[/\\]+/, '')}`),
    image: fc.webUrl({ validSchemes: ['https'], withQueryParameters: true }),
    at: instant,
  },
  { requiredKeys: ['version', 'kind', 'locale', 'title', 'body', 'path', 'at'] },
)

/** What stands in a field that should hold something else. */
const wrong = fc.oneof(
  fc.constantFrom(
    ...[undefined, null, 0, 1, 2, '1', '', true, [], {}, 'EN', 'fr', 'NewMatch', 'newmatch'],
    ...['//evil.example', '/\\evil.example', 'https://evil.example/', 'javascript:alert(1)', 'auctions', '/', ' /auctions'],
    ...['not a url', 'https://', 'http:///', 'data:text/html,x', 'https://[::1', '../up'],
    ...['2026-11-21', '2026-11-21T10:00:00Z', '2026-11-21T10:00:00.123456Z', '2026-11-21T10:00:00+01:00', '2026-13-01T00:00:00Z'],
    ...['2026-02-30T00:00:00Z', '2026-11-21T24:00:00Z', '2026-11-21T10:00Z', '2026-11-21T10Z', '2026-11-21T10:00:00.Z', 'now'],
    ...[
      '00000000-0000-0000-0000-000000000001',
      'ffffffff-ffff-ffff-ffff-ffffffffffff',
      'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
      '123',
    ],
    ...[
      '3f1c5a52-6a38-9c55-9d0e-0a6a5d3c1b11',
      '3f1c5a52-6a38-4c55-cd0e-0a6a5d3c1b11',
      '3F1C5A52-6A38-4C55-9D0E-0A6A5D3C1B11',
      'g0000000-0000-4000-8000-000000000000',
    ],
  ),
  fc.anything(),
  text,
  id,
  instant,
)

/** A valid payload with up to three fields spoilt, taken out or added. */
const spoilt = fc
  .tuple(
    valid,
    fc.array(fc.tuple(fc.constantFrom(...Object.keys(PushPayload.shape), 'extra'), fc.option(wrong)), { maxLength: 3 }),
  )
  .map(([payload, changes]) => {
    const result = { ...payload }
    for (const [name, value] of changes) {
      if (value === null) delete result[name]
      else result[name] = value
    }
    return result
  })

const parsed = (json: string): unknown => JSON.parse(json)
const isContract = (value: unknown) => PushPayload.safeParse(value).success
const isWorker = (value: unknown) => parsePayload(value) !== undefined

describe('the worker’s own check of a push', () => {
  test('takes every payload that the server makes, as it is', () => {
    fc.assert(
      fc.property(valid, (payload) => {
        expect(PushPayload.safeParse(payload).success).toBe(true)
        expect(parsePayload(payload)).toMatchObject(payload)
      }),
      { seed: SEED, numRuns: RUNS },
    )
  })

  test('says what the contract says of payloads that were spoilt', () => {
    fc.assert(
      fc.property(spoilt, (payload) => {
        expect(isWorker(payload)).toBe(isContract(payload))
      }),
      { seed: SEED, numRuns: RUNS },
    )
  })

  test('says what the contract says of anything at all', () => {
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.json().map(parsed)), (value) => {
        expect(isWorker(value)).toBe(isContract(value))
      }),
      { seed: SEED, numRuns: RUNS },
    )
  })
})
