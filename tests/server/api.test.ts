import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import type { Problem } from '../../contract/errors.ts'
import { type Filter, FilterOptions } from '../../contract/filter.ts'
import { openPool } from '../../server/database/pool.ts'
import { type Answer, idToken, startTestServer, TestUser } from '../support/server.ts'

const problem = (body: unknown) => body as Problem
const fieldCodes = (body: unknown) => Object.fromEntries((problem(body).errors ?? []).map(({ path, code }) => [path, code]))

test('a guest signs in, is recognized, and is signed out at once', async () => {
  const { address } = await startTestServer()
  const guest = await TestUser.signIn(address, { sub: 'guest' })
  const me = await guest.get<{ isAnonymous: boolean; plan: string }>('/api/user/me')
  expect(me).toMatchObject({ isAnonymous: true, plan: 'free', email: '' })

  expect((await guest.call('DELETE', '/api/auth/session')).status).toBe(204)
  const after = await guest.call('GET', '/api/user/me')
  expect(after.status).toBe(401)
  expect(problem(after.body).code).toBe('session_invalid')
  expect(after.headers.get('content-type')).toContain('application/problem+json')
})

test('an upgraded guest keeps id and filters', async () => {
  const { address } = await startTestServer()
  const guest = await TestUser.signIn(address, { sub: 'same' })
  await guest.call('POST', '/api/filters', { name: 'mine', keywords: 'leica' })
  const before = await guest.get<{ id: string }>('/api/user/me')

  const member = await TestUser.signIn(address, { sub: 'same', provider: 'password', email: 'a@example.org', name: 'Ada' })
  const after = await member.get<{ id: string }>('/api/user/me')
  expect(after).toMatchObject({ id: before.id, isAnonymous: false, email: 'a@example.org', name: 'Ada' })
  expect(await member.get<Filter[]>('/api/filters/user')).toMatchObject([{ name: 'mine' }])
})

test('foreign identity tokens are refused', async () => {
  const { address } = await startTestServer()
  const stranger = new TestUser(address)
  const exchange = (authToken: unknown) => stranger.call('POST', '/api/auth/firebase', { authToken })
  const good = idToken({ sub: 'x' })
  const [header, payload] = good.split('.')
  const claims = JSON.parse(Buffer.from(payload ?? '', 'base64url').toString())
  const withClaims = (change: object) =>
    `${header}.${Buffer.from(JSON.stringify({ ...claims, ...change })).toString('base64url')}.`

  const later = Math.floor(Date.now() / 1000) + 3600
  for (const bad of [
    'nonsense',
    withClaims({ aud: 'another-project' }),
    withClaims({ iss: 'https://securetoken.google.com/another-project' }),
    withClaims({ exp: 1 }),
    withClaims({ sub: '' }),
    withClaims({ auth_time: later }),
    withClaims({ iat: later }),
    idToken({ sub: 'x' }, new Date(Date.now() - 2 * 3600_000)),
  ]) {
    const { status, body } = await exchange(bad)
    expect([status, problem(body).code], bad).toEqual([401, 'identity_token_invalid'])
  }
  expect((await exchange(good)).status).toBe(200)
  expect((await stranger.call('POST', '/api/auth/firebase', {})).status).toBe(422)
})

test('a missing, malformed or unknown session token is 401', async () => {
  const { address } = await startTestServer()
  const stranger = new TestUser(address)
  for (const authorization of [
    '',
    'Bearer',
    'Bearer x',
    'Basic eDp4',
    `Bearer lw1_${'a'.repeat(43)}`,
    `Bearer lw1_${'a'.repeat(43)} x`,
  ]) {
    const { status, body } = await stranger.call('GET', '/api/stats', undefined, authorization ? { authorization } : {})
    expect([status, problem(body).code], authorization).toEqual([401, 'session_invalid'])
  }
})

test('a session ends after 30 idle days', async () => {
  let now = new Date('2026-11-20T10:00:00Z')
  const { address } = await startTestServer({}, { clock: { now: () => now } })
  const guest = await TestUser.signIn(address, {}, now)
  now = new Date('2026-12-19T10:00:00Z')
  expect((await guest.call('GET', '/api/user/me')).status).toBe(200)
  now = new Date('2027-01-17T10:00:00Z')
  expect((await guest.call('GET', '/api/user/me')).status).toBe(200)
  now = new Date('2027-02-17T10:00:01Z')
  expect((await guest.call('GET', '/api/user/me')).status).toBe(401)
})

test('invalid input: every fault is named, nothing is stored', async () => {
  const { address } = await startTestServer()
  const guest = await TestUser.signIn(address)
  const post = (body: unknown) => guest.call('POST', '/api/filters', body)

  const notJson = await post('{"name":')
  expect([notJson.status, problem(notJson.body).code]).toEqual([400, 'json_invalid'])

  const wrong = await post({ name: 7, keywords: [], price: { min: 'x', currency: 'euro' }, surprise: true })
  expect(wrong.status).toBe(422)
  expect(Object.keys(fieldCodes(wrong.body)).sort()).toEqual(['keywords', 'name', 'price.currency', 'price.min', 'surprise'])

  expect(fieldCodes((await post({ name: ' ' })).body)).toHaveProperty('name')
  expect(fieldCodes((await post({ name: 'x', keywords: 'a'.repeat(501) })).body)).toHaveProperty('keywords')
  expect(fieldCodes((await post({ name: 'x', price: { min: 5, max: 3, currency: 'EUR' } })).body)).toEqual({
    'price.min': 'minAboveMax',
  })

  const unbalanced = await post({ name: 'x', keywords: 'leica "m6' })
  expect(problem(unbalanced.body).errors).toMatchObject([{ path: 'keywords', start: 6, end: expect.any(Number) }])

  const nowhere = await post({ name: 'x', location: { country: 'DE', zip: '00000', radiusKm: 10 } })
  expect(fieldCodes(nowhere.body)).toEqual({ 'location.zip': 'location_unknown' })
  const unknown = await guest.call('GET', '/api/location/00000')
  expect([unknown.status, problem(unknown.body).code]).toEqual([404, 'location_unknown'])

  expect((await post({ name: 'x', keywords: 'y'.repeat(70_000) })).status).toBe(413)
  expect((await guest.call('POST', '/api/filters', 'x', { 'content-type': 'text/plain' })).status).toBe(415)
  expect((await guest.call('GET', '/api/matches?limit=0')).status).toBe(422)
  expect((await guest.call('GET', '/api/matches?cursor=abc')).status).toBe(422)
  expect((await guest.call('GET', '/api/nothing')).status).toBe(404)
  expect(await guest.get<Filter[]>('/api/filters/user')).toEqual([])
})

test('a filter is made, replaced, switched, and deleted twice', async () => {
  const { address } = await startTestServer()
  const guest = await TestUser.signIn(address)
  const made = await guest.call('POST', '/api/filters', {
    name: 'Leica',
    keywords: 'leica m6',
    location: { country: 'DE', zip: ' D-10115', radiusKm: 50 },
  })
  expect(made.status).toBe(201)
  const filter = made.body as Filter
  expect(filter).toMatchObject({
    version: 1,
    searchIn: 'title',
    wordMatch: 'forms',
    enabled: true,
    matchCount: 0,
    pausedByPlan: false,
  })
  expect(filter.location).toMatchObject({ zip: '10115', name: expect.stringContaining('Berlin'), lat: expect.closeTo(52.5, 0) })
  expect(filter.notify.endingSoonMinutes).toEqual([1440, 60, 10])

  const replaced = await guest.call('PUT', `/api/filters/${filter.id}`, { name: 'Leica', keywords: 'leica' }, { 'if-match': '1' })
  expect(replaced.body).toMatchObject({ version: 2, keywords: 'leica' })
  const stale = await guest.call('PATCH', `/api/filters/${filter.id}`, { enabled: false }, { 'if-match': '"1"' })
  expect([stale.status, problem(stale.body).code]).toEqual([412, 'version_conflict'])
  expect(problem(stale.body).current).toMatchObject({ version: 2 })
  const paused = await guest.call('PATCH', `/api/filters/${filter.id}`, { enabled: false }, { 'if-match': '2' })
  expect(paused.body).toMatchObject({ version: 3, enabled: false })

  for (let times = 0; times < 2; times++) expect((await guest.call('DELETE', `/api/filters/${filter.id}`)).status).toBe(204)
})

test('a filter with keywords beyond a newer limit can be renamed; changed keywords must observe it', async () => {
  const { address, databaseUrl } = await startTestServer()
  const guest = await TestUser.signIn(address)
  const { id } = (await guest.call('POST', '/api/filters', { name: 'Leica', keywords: 'leica' })).body as Filter
  const keywords = `leica ${'a-'.repeat(130)}b`
  const { db, end } = openPool(databaseUrl, pino({ level: 'silent' }))
  await sql`update filter set criteria = jsonb_set(criteria, '{keywords}', to_jsonb(${keywords}::text)) where id = ${id}`.execute(
    db,
  )
  await end()
  const save = (draft: object) => guest.call('PUT', `/api/filters/${id}`, draft, { 'if-match': '1' })
  const other = await save({ name: 'Lenses', keywords: `${keywords}c` })
  expect([other.status, fieldCodes(other.body)]).toEqual([422, { keywords: 'tooManyWords' }])
  const renamed = await save({ name: 'Lenses', keywords })
  expect([renamed.status, renamed.body]).toMatchObject([200, { name: 'Lenses', keywords }])
})

test("another user's ids are not found", async () => {
  const { address } = await startTestServer()
  const [owner, other] = [await TestUser.signIn(address), await TestUser.signIn(address)]
  const { id } = (await owner.call('POST', '/api/filters', { name: 'mine', keywords: 'x' })).body as Filter
  expect((await other.call('PUT', `/api/filters/${id}`, { name: 'theirs', keywords: 'x' })).status).toBe(404)
  expect((await other.call('PATCH', `/api/filters/${id}`, { enabled: false })).status).toBe(404)
  expect((await other.call('DELETE', `/api/filters/${id}`)).status).toBe(204)
  expect((await other.call('POST', '/api/filters/report', { filterId: id, reason: 'spam' })).status).toBe(404)
  expect((await other.call('PATCH', `/api/matches/${randomUUID()}`, { state: 'seen' })).status).toBe(404)
  expect((await other.call('POST', `/api/notifications/deliveries/${randomUUID()}/shown`)).status).toBe(404)
  expect(await owner.get<Filter[]>('/api/filters/user')).toMatchObject([{ id, name: 'mine', enabled: true }])
})

test('the limit of filters holds under concurrent writes', async () => {
  const { address } = await startTestServer()
  const guest = await TestUser.signIn(address)
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) => guest.call('POST', '/api/filters', { name: `filter ${index}`, keywords: 'x' })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, ...Array(9).fill(403)])
  expect(problem(answers.find(({ status }) => status === 403)?.body).code).toBe('filter_limit_reached')
  expect(await guest.get('/api/stats')).toMatchObject({ listenerLimit: 3, listenerCount: 3, activeSearchesLeft: 0 })
})

test('a write with an idempotency key takes effect once', async () => {
  const { address } = await startTestServer()
  const guest = await TestUser.signIn(address)
  const key = { 'idempotency-key': randomUUID() }
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => guest.call('POST', '/api/filters', { name: 'once', keywords: 'x' }, key)),
  )
  expect(new Set(answers.map(({ status, body }) => `${status} ${(body as Filter).id}`)).size).toBe(1)
  expect(await guest.get<Filter[]>('/api/filters/user')).toHaveLength(1)
  const reused = await guest.call('POST', '/api/filters', { name: 'other', keywords: 'x' }, key)
  expect([reused.status, problem(reused.body).code]).toEqual([409, 'idempotency_key_reused'])
  expect((await guest.call('POST', '/api/filters', { name: 'x' }, { 'idempotency-key': 'no uuid' })).status).toBe(422)
})

test('the OpenAPI document names every call', async () => {
  const { address } = await startTestServer()
  const { body } = await new TestUser(address).call('GET', '/api/openapi.json')
  const { paths } = body as { paths: Record<string, object> }
  for (const path of [
    '/api/auth/firebase',
    '/api/filters/report',
    '/api/filters/{id}',
    '/api/location/{zip}',
    '/api/payment/subscription',
    '/api/payment/subscription/{id}',
    '/api/referral/link',
    '/api/referral/use',
    '/api/user/me',
    '/api/filters/user',
    '/api/filters/options',
    '/api/filters',
    '/api/filters/test',
    '/api/matches',
    '/api/stats',
  ])
    expect(paths).toHaveProperty(path)
})

test('subscriptions: bought, counted, cancelled; a guest needs an account first', async () => {
  let now = new Date('2026-11-20T10:00:00Z')
  const { address } = await startTestServer({}, { clock: { now: () => now } })
  const guest = await TestUser.signIn(address, {}, now)
  expect((await guest.call('POST', '/api/payment/subscription', { plan: 'plus' })).status).toBe(403)
  const member = await TestUser.signIn(address, { sub: 'member', provider: 'password', email: 'm@example.org' }, now)
  const bought = await Promise.all([1, 2].map(() => member.call('POST', '/api/payment/subscription', { plan: 'plus' })))
  expect(bought.map(({ status }) => status).sort()).toEqual([201, 409])
  const [subscription] = await member.get<{ id: string }[]>('/api/payment/subscription')
  expect(subscription).toMatchObject({
    plan: 'plus',
    status: 'active',
    createdAt: '2026-11-20T10:00:00.000Z',
    endsAt: '2026-12-20T10:00:00.000Z',
  })
  expect(await member.get('/api/stats')).toMatchObject({ listenerLimit: 25 })
  expect((await member.call('DELETE', `/api/payment/subscription/${subscription?.id}`)).status).toBe(204)
  expect(await member.get('/api/payment/subscription')).toMatchObject([{ status: 'cancelled', cancelAtPeriodEnd: true }])
  now = new Date('2026-12-20T10:00:00Z')
  const again = await TestUser.signIn(address, { sub: 'member', provider: 'password', email: 'm@example.org' }, now)
  expect(await again.get('/api/stats')).toMatchObject({ listenerLimit: 3 })
})

const member = { sub: 'member', provider: 'password', email: 'm@example.org' } as const

test('a running plan can be changed: the new one begins at once and replaces it', async () => {
  let now = new Date('2026-11-20T10:00:00Z')
  const { address } = await startTestServer({}, { clock: { now: () => now } })
  const user = await TestUser.signIn(address, member, now)
  const choose = (plan: string) => user.call('POST', '/api/payment/subscription', { plan })
  expect((await choose('plus')).status).toBe(201)
  for (let filter = 0; filter < 27; filter++) await user.call('POST', '/api/filters', { name: `filter ${filter}`, keywords: 'x' })
  now = new Date('2026-11-25T10:00:00Z')
  expect((await choose('pro')).status).toBe(201)
  expect(await user.get('/api/stats')).toMatchObject({ listenerLimit: 500, listenerCount: 25 })
  for (let filter = 25; filter < 30; filter++)
    expect((await user.call('POST', '/api/filters', { name: `filter ${filter}`, keywords: 'x' })).status).toBe(201)
  const list = await user.get<{ plan: string; status: string; createdAt: string; endsAt: string }[]>('/api/payment/subscription')
  expect(list).toMatchObject([
    { plan: 'pro', status: 'active', createdAt: '2026-11-25T10:00:00.000Z', endsAt: '2026-12-25T10:00:00.000Z' },
    { plan: 'plus', status: 'ended', endsAt: '2026-11-25T10:00:00.000Z' },
  ])
  expect(await user.get('/api/user/me')).toMatchObject({ plan: 'pro' })

  expect((await choose('plus')).status).toBe(201)
  const filters = await user.get<{ pausedByPlan: boolean }[]>('/api/filters/user')
  expect([filters.length, filters.filter(({ pausedByPlan }) => pausedByPlan).length]).toEqual([30, 5])
  expect((await choose('plus')).body).toMatchObject({ code: 'subscription_active' })
})

test('a cancelled plan is resumed when chosen again, with the same end', async () => {
  let now = new Date('2026-11-20T10:00:00Z')
  const { address } = await startTestServer({}, { clock: { now: () => now } })
  const user = await TestUser.signIn(address, member, now)
  const choose = () => user.call('POST', '/api/payment/subscription', { plan: 'plus' })
  const { body } = await choose()
  await user.call('DELETE', `/api/payment/subscription/${(body as { id: string }).id}`)
  now = new Date('2026-11-30T10:00:00Z')
  const resumed = await choose()
  expect([resumed.status, resumed.body]).toEqual([
    201,
    { ...(body as object), status: 'active', cancelAtPeriodEnd: false, endsAt: '2026-12-20T10:00:00.000Z' },
  ])
  expect(await user.get('/api/payment/subscription')).toHaveLength(1)
})

test('the language is stored with the account', async () => {
  const { address } = await startTestServer()
  const user = await TestUser.signIn(address)
  expect(await user.get('/api/user/me')).toMatchObject({ locale: 'en' })
  expect((await user.call('PATCH', '/api/user/me', { locale: 'de' })).status).toBe(200)
  expect(await user.get('/api/user/me')).toMatchObject({ locale: 'de' })
})

test('a report about a filter is stored', async () => {
  const { address } = await startTestServer()
  const user = await TestUser.signIn(address)
  const { body } = await user.call('POST', '/api/filters', { name: 'x', keywords: 'x' })
  const report = { filterId: (body as Filter).id, reason: 'wrongMatch', comment: 'Something is odd.' }
  const answer = await user.call('POST', '/api/filters/report', report)
  expect([answer.status, answer.body]).toEqual([201, { id: expect.stringMatching(/^[0-9a-f-]{36}$/) }])
})

test('the filter options list all choices, in both languages', async () => {
  const { address } = await startTestServer()
  const options = await (await TestUser.signIn(address)).get<FilterOptions>('/api/filters/options')
  expect(FilterOptions.parse(options)).toEqual(options)
  for (const list of [options.countries, options.conditions, options.buyingOptions, options.categories]) {
    expect(list.length).toBeGreaterThan(0)
    for (const { label } of list) expect(label).toEqual({ en: expect.stringMatching(/./), de: expect.stringMatching(/./) })
  }
  expect(options.countries.map(({ id }) => id)).toContain('DE')
  expect(options.currencies).toContain('EUR')
})

test('referrals: not unknown, not own, not twice', async () => {
  const { address } = await startTestServer()
  const [inviter, friend] = [await TestUser.signIn(address), await TestUser.signIn(address)]
  const { id } = (await inviter.call('POST', '/api/referral/link?name=Ada&text=hello')).body as { id: string }
  expect((await inviter.call('POST', '/api/referral/link')).body).toEqual({ id })
  const use = (user: TestUser, code: string) => user.call('POST', `/api/referral/use?inviter=${code}`)
  expect((await use(friend, 'nobody')).status).toBe(404)
  expect((await use(inviter, id)).status).toBe(422)
  const uses = await Promise.all([use(friend, id), use(friend, id)])
  expect(uses.map(({ status }) => status).sort()).toEqual([204, 409])
})

test('test messages are limited, and the refusal has a Retry-After', async () => {
  const { address } = await startTestServer()
  const guest = await TestUser.signIn(address)
  const answers: Answer[] = []
  for (let times = 0; times < 6; times++) answers.push(await guest.call('POST', '/api/notifications/test', { channel: 'email' }))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429])
  expect(problem(answers[5]?.body).code).toBe('rate_limited')
  expect(Number(answers[5]?.headers.get('retry-after'))).toBeGreaterThan(500)
  expect((await guest.call('GET', '/api/user/me')).status).toBe(200)
})

test("a user's data can be exported and erased", async () => {
  const { address } = await startTestServer()
  const guest = await TestUser.signIn(address)
  await guest.call('POST', '/api/filters', { name: 'mine', keywords: 'x' })
  expect(await guest.get('/api/user/export')).toMatchObject({ filters: [{ name: 'mine' }], matches: [], deliveries: [] })
  expect((await guest.call('DELETE', '/api/user/me')).status).toBe(204)
  expect((await guest.call('GET', '/api/user/me')).status).toBe(401)
})
