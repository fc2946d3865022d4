import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type Call, type CallName, calls } from '../../contract/calls.ts'
import { Problem } from '../../contract/errors.ts'
import { startTestServer, TestUser } from '../support/server.ts'
import { attack } from './support/attack.ts'
import { makeOwnedThings, type OwnedIds } from './support/ownedThings.ts'
import { type RawAnswer, rawRequest } from './support/rawRequest.ts'
import { arbitraryOf, type JsonSchema } from './support/schemaArbitrary.ts'

const CALLS = Number(process.env.FUZZ_CALLS ?? 5000)
const SEED = Number(process.env.FUZZ_SEED ?? 20261122)
/** More calls would only hit the user's own limits. */
const CALLS_A_USER = 60

const member = (address: string) =>
  TestUser.signIn(address, { provider: 'password', email: `${randomUUID()}@example.org`, name: 'Ada' })

const schemaOf = (schema: z.ZodMiniType | undefined): JsonSchema =>
  schema ? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema) : { type: 'object' }

type Sent = { name: CallName; params: unknown; query: unknown; body: unknown; headers: Record<string, string> }

function anyCall(ids: readonly string[]): fc.Arbitrary<Sent> {
  const header = fc.record(
    {
      'content-type': fc.constantFrom('application/json', 'text/plain', 'application/xml', 'application/json; charset=utf-7'),
      'content-encoding': fc.constantFrom('gzip', 'br', 'x-unknown', 'identity', ''),
      'if-match': fc.constantFrom('1', '"1"', 'W/"2"', '*', 'x', '9'.repeat(30)),
      'idempotency-key': fc.oneof(fc.uuid(), fc.constantFrom('x', '')),
      'accept-language': fc.constantFrom('de', 'en;q=NaN', ',,,;q=', 'x'.repeat(500)),
      'user-agent': fc.constantFrom('', 'x'.repeat(3000), '\u00e9\u00ff', 'Mozilla/5.0 (iPhone) Safari'),
    },
    { requiredKeys: [] },
  )
  const of = (name: CallName): fc.Arbitrary<Sent> => {
    const call: Call = calls[name]
    return fc.record({
      name: fc.constant(name),
      params: arbitraryOf(schemaOf(call.params), ids),
      query: arbitraryOf(schemaOf(call.query), ids),
      body: arbitraryOf(schemaOf(call.body), ids),
      // Most calls have valid headers.
      headers: fc.oneof({ weight: 5, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: header }),
    })
  }
  return fc.oneof(...(Object.keys(calls) as CallName[]).map(of))
}

function send(address: string, token: string | undefined, { name, params, query, body, headers }: Sent): Promise<RawAnswer> {
  const call: Call = calls[name]
  const fieldsOf = (value: unknown) => (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>
  const given = fieldsOf(params)
  const path = call.path.replace(/:(\w+)/g, (_, field: string) => percentEncoded(String(given[field] ?? '')))
  const search = Object.entries(fieldsOf(query)).map(
    ([field, value]) => `${percentEncoded(field)}=${percentEncoded(String(value))}`,
  )
  const hasBody = call.body !== undefined
  return rawRequest(address, `${path}${search.length > 0 ? `?${search.join('&')}` : ''}`, {
    method: call.method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(hasBody ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    ...(hasBody ? { body: JSON.stringify(body) } : {}),
  })
}

const percentEncoded = (text: string) => encodeURIComponent(text.toWellFormed())

/** The fault of a response: a 5xx status, or an error that is not a problem of the contract. */
function faultOf({ status, body }: RawAnswer): string | undefined {
  if (status >= 500) return `${status} ${body.slice(0, 200)}`
  // A target or headers beyond 16 KiB never reach the application: Node's parser refuses them.
  if (status < 400 || status === 431) return undefined
  const problem = Problem.safeParse(readJson(body))
  return problem.success && problem.data.status === status ? undefined : `${status} without a problem: ${body.slice(0, 200)}`
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

attack(
  'fuzzing of every call of the contract: answered with 500',
  async (record) => {
    console.log(`fuzzing ${CALLS} calls, seed ${SEED} (FUZZ_SEED, FUZZ_CALLS)`)
    const { address, databaseUrl } = await startTestServer()
    const own = await makeOwnedThings(databaseUrl, await member(address))
    const ids = [...Object.values(own)]
    const statuses = new Map<number, number>()
    let user = await member(address)
    let callsOfUser = 0
    await fc.assert(
      fc.asyncProperty(anyCall(ids), async (sent) => {
        callsOfUser += 1
        if (callsOfUser > CALLS_A_USER) {
          user = await member(address)
          ids.push(...Object.values(await makeOwnedThings(databaseUrl, user)))
          callsOfUser = 0
        }
        const answer = await send(address, user.token, sent)
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
        if (answer.status === 401) user = await member(address)
        const fault = faultOf(answer)
        record(`${sent.name}: ${fault}`, fault !== undefined)
        expect(fault).toBeUndefined()
      }),
      { numRuns: CALLS, seed: SEED, endOnFailure: true },
    )
    console.log(
      `statuses: ${[...statuses]
        .sort(([a], [b]) => a - b)
        .map(([status, count]) => `${status} ${count}`)
        .join(', ')}`,
    )
    const valid = [...statuses].filter(([status]) => status < 300).reduce((sum, [, count]) => sum + count, 0)
    expect(valid, 'calls that were valid').toBeGreaterThan(CALLS / 20)
  },
  300_000,
)

attack('odd targets, cursors and encodings: answered with 500', async (record) => {
  const { address } = await startTestServer()
  const user = await member(address)
  const authorization = `Bearer ${user.token}`
  const targets = [
    '//',
    '///',
    '//[',
    '//x',
    '/%',
    '/%00',
    '/%ff',
    '/api/%',
    '/api/location/%ff',
    '/api/filters/%00',
    'http://x/',
    '*',
  ]
  for (const target of targets) {
    const { status } = await rawRequest(address, target, { headers: { authorization } })
    record(`GET ${target}: ${status}`, status >= 500 && status !== 503)
  }
  const cursor = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const id = randomUUID()
  const keys = [
    'abc',
    'infinity',
    '-infinity',
    '9'.repeat(40),
    '0000-01-01 00:00:00+00',
    '2026-02-31 00:00:00+00',
    '2026-13-01 00:00:00+00',
  ]
  const cursors = [
    ...['newest', 'endingSoon', 'price'].flatMap((sort) =>
      keys.map((sortKey) => `/api/matches?sort=${sort}&cursor=${cursor({ sortKey, id, sort })}`),
    ),
    ...['0000-01-01T00:00:00Z', '2026-02-31T00:00:00Z'].map(
      (queuedAt) => `/api/notifications/deliveries?cursor=${cursor({ queuedAt, id })}`,
    ),
    '/api/matches?cursor=%00',
    '/api/matches?cursor=bnVsbA',
    '/api/matches?filter=x&filter=y',
    '/api/matches?limit=1&limit=2',
  ]
  for (const target of cursors) {
    const { status } = await rawRequest(address, target, { headers: { authorization } })
    record(`${target}: ${status}`, status >= 500)
  }
  for (const encoding of ['x-unknown', 'gzip', 'br', 'deflate', 'zstd', 'gzip, gzip', ',']) {
    const headers = { 'content-type': 'application/json', 'content-encoding': encoding }
    const { status } = await rawRequest(address, '/api/auth/firebase', { method: 'POST', headers, body: '{}' })
    record(`content-encoding ${encoding}: ${status}`, status >= 500)
  }
})

attack('texts that the database cannot store: taken or answered with 500', async (record) => {
  const { address } = await startTestServer()
  const user = await member(address)
  for (const text of ['\0', 'a\0b', '\ud83d', 'x\ude00']) {
    const draft = { name: 'x', keywords: 'leica' }
    const bodies: [method: string, path: string, body: unknown, where: string][] = [
      ['POST', '/api/filters', { ...draft, keywords: text }, 'keywords'],
      ['POST', '/api/filters', { ...draft, name: text }, 'name'],
      ['POST', '/api/filters', { ...draft, marketplaces: [text] }, 'marketplaces.0'],
      ['POST', '/api/filters', { ...draft, sellers: { only: [], never: [text] } }, 'sellers.never.0'],
      ['POST', '/api/filters/test', { ...draft, categories: [text] }, 'categories.0'],
      ['POST', '/api/filters/report', { filterId: randomUUID(), reason: 'other', comment: text }, 'comment'],
      [
        'POST',
        '/api/notifications/devices',
        { kind: 'fcm', token: `${text}12345678`, deviceKey: 'k2345678', userAgent: '' },
        'token',
      ],
      ['PATCH', '/api/user/me', { name: text }, 'name'],
    ]
    for (const [method, path, body, where] of bodies) {
      const answer = await user.call(method, path, body)
      const paths = (answer.body as { errors?: { path: string }[] } | undefined)?.errors?.map((error) => error.path)
      record(`${path} ${where}: ${answer.status}`, answer.status !== 422 || !paths?.includes(where))
    }
  }
})

attack('a draft with unknown marketplaces, categories, currencies or countries: saved', async (record) => {
  const { address } = await startTestServer()
  const user = await member(address)
  const drafts: [change: object, path: string][] = [
    [{ marketplaces: ['no-such-house'] }, 'marketplaces.0'],
    [{ categories: ['no-such-category'] }, 'categories.0'],
    [{ price: { max: 1, currency: 'QQQ' } }, 'price.currency'],
    [{ notify: { maxPrice: { amount: 1, currency: 'QQQ' } } }, 'notify.maxPrice.currency'],
    [{ shippingTo: 'QQ' }, 'shippingTo'],
  ]
  for (const [change, path] of drafts) {
    for (const target of ['/api/filters', '/api/filters/test']) {
      const { status, body } = await user.call('POST', target, { name: 'x', keywords: 'leica', ...change })
      const paths = (body as Problem).errors?.map((error) => error.path)
      record(`${target} ${path}: ${status}`, status !== 422 || paths?.[0] !== path)
    }
  }
})

/** Every call that takes an id, with the kind of entity; `by` builds the input from the id. */
const BY_ID: Partial<Record<CallName, { of: keyof OwnedIds; by?: (id: string) => { query?: string; body?: unknown } }>> = {
  endOtherSession: { of: 'session' },
  replaceFilter: { of: 'filter', by: () => ({ body: { name: 'x', keywords: 'x' } }) },
  changeFilter: { of: 'filter', by: () => ({ body: { enabled: false } }) },
  deleteFilter: { of: 'filter' },
  reportFilter: { of: 'filter', by: (id) => ({ body: { filterId: id, reason: 'other' } }) },
  listMatches: { of: 'filter', by: (id) => ({ query: `filter=${id}` }) },
  changeMatch: { of: 'match', by: () => ({ body: { state: 'hidden' } }) },
  explainAuction: { of: 'filter', by: (id) => ({ body: { auctionId: randomUUID(), filterId: id } }) },
  deleteDevice: { of: 'device' },
  testChannel: { of: 'device', by: (id) => ({ body: { channel: 'webPush', device: id } }) },
  resendDelivery: { of: 'delivery' },
  listDeliveries: { of: 'match', by: (id) => ({ query: `match=${id}` }) },
  markShown: { of: 'delivery' },
  markOpened: { of: 'delivery' },
  createFeedLink: { of: 'filter', by: (id) => ({ body: { kind: 'atom', filterId: id } }) },
  renewFeedLink: { of: 'feedLink' },
  deleteFeedLink: { of: 'feedLink' },
  cancelSubscription: { of: 'subscription' },
}
/** These calls are public for any id, or name a channel of the user's own. */
const PUBLIC_IDS: readonly CallName[] = ['readAuction', 'readMarketplace', 'findLocation', 'linkChannel', 'unlinkChannel']

test('every call that takes an id is in the table of this test', () => {
  const withId = (Object.keys(calls) as CallName[]).filter((name) => /:\w+/.test(calls[name].path))
  expect(withId.filter((name) => !(name in BY_ID) && !PUBLIC_IDS.includes(name))).toEqual([])
})

attack('insecure direct object reference: another user’s id answered differently from an unknown one', async (record) => {
  const { address, databaseUrl } = await startTestServer()
  const owner = await member(address)
  const own = await makeOwnedThings(databaseUrl, owner)
  const stranger = await member(address)
  for (const [name, { of, by }] of Object.entries(BY_ID) as [CallName, NonNullable<(typeof BY_ID)[CallName]>][]) {
    const ask = async (id: string) => {
      const { query, body } = by?.(id) ?? {}
      const path = calls[name].path.replace(':id', id) + (query ? `?${query}` : '')
      const answer = await stranger.call(calls[name].method, path, body)
      return JSON.stringify([answer.status, answer.body])
        .replaceAll(id, 'ID')
        .replace(/"asOf":"[^"]*"/, '')
    }
    const [foreign, unknown] = [await ask(own[of]), await ask(randomUUID())]
    record(`${name}: ${foreign} ≠ ${unknown}`, foreign !== unknown)
  }
  const left = await makeSureNothingIsLost(owner)
  record(`of the owner: ${left.join()}`, left.join() !== '1,1,1,1')
})

/** The remaining numbers of filters, matches, devices and feed links. */
async function makeSureNothingIsLost(owner: TestUser): Promise<number[]> {
  const [filters, { items }, devices, links] = await Promise.all([
    owner.get<unknown[]>('/api/filters/user'),
    owner.get<{ items: unknown[] }>('/api/matches'),
    owner.get<unknown[]>('/api/notifications/devices'),
    owner.get<unknown[]>('/api/feeds'),
  ])
  return [filters.length, items.length, devices.length, links.length]
}

attack('a paid plan without payment', async (record) => {
  const { address } = await startTestServer({ FREE_PLANS: 'false' })
  const user = await member(address)
  for (const plan of ['plus', 'pro']) {
    const { status } = await user.call('POST', '/api/payment/subscription', { plan })
    record(`${plan}: ${status}`, status !== 403)
  }
  record('its limit of filters', (await user.get<{ listenerLimit: number }>('/api/stats')).listenerLimit !== 3)
  expect(await user.get<{ plans: boolean }>('/api/config')).toMatchObject({ plans: false })
})
