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

describe('the check of a push in the worker', () => {
  test('takes every payload that the server makes, as it is', () => {
    fc.assert(
      fc.property(valid, (payload) => {
        expect(PushPayload.safeParse(payload).success).toBe(true)
        expect(parsePayload(payload)).toMatchObject(payload)
      }),
      { seed: SEED, numRuns: RUNS },
    )
  })
})
