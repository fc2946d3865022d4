import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import type { Problem } from '../../contract/errors.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../contract/time.ts'
import { openPool, retryingDeadlocks } from '../../server/database/pool.ts'
import { type AccountState, createIdentityAccounts, type IdentityAccounts } from '../../server/identity/accounts.ts'
import { checkSessions } from '../../server/identity/checkSessions.ts'
import { IdentityUnavailable } from '../../server/identity/idToken.ts'
import { createOutbound } from '../../server/outbound/fetch.ts'
import { readSettings, SettingsError } from '../../server/settings.ts'
import { handMovedClock } from '../support/clock.ts'
import { openTestPool } from '../support/database.ts'
import { openStream } from '../support/eventStream.ts'
import { eventually, idToken, startTestServer, TestUser } from '../support/server.ts'
import { attack } from './support/attack.ts'
import { rawRequest } from './support/rawRequest.ts'

attack('emulator reachable from other machines', (record) => {
  const starts = (environment: Record<string, string>) => {
    try {
      readSettings(environment)
      return true
    } catch (error) {
      if (error instanceof SettingsError) return false
      throw error
    }
  }
  const exposed: Record<string, string>[] = [
    { NODE_ENV: 'production' },
    { HOST: '0.0.0.0' },
    { HOST: '::' },
    { HOST: '192.168.1.5' },
    { PUBLIC_URL: 'https://lotwatch.example' },
    { PUBLIC_URL: 'http://192.168.1.5:4600' },
    { PUBLIC_URL: 'http://localhost.lotwatch.example' },
    { TRUST_PROXY: '1' },
    { TRUST_PROXY: '127.0.0.1' },
    { FIREBASE_AUTH_EMULATOR_HOST: '0.0.0.0:4602' },
    { FIREBASE_AUTH_EMULATOR_HOST: 'identity.lan:4602' },
  ]
  for (const environment of exposed) record(JSON.stringify(environment), starts(environment))
  expect(starts({ PUBLIC_URL: 'http://[::1]:4600', HOST: '::1', FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:4602' })).toBe(true)
})

attack('DNS rebinding: emulator with a foreign Host header', async (record) => {
  const { address } = await startTestServer()
  const { port } = new URL(address)
  const body = JSON.stringify({ authToken: idToken({ sub: 'someone' }) })
  const exchange = (host: string) =>
    rawRequest(address, '/api/auth/firebase', { method: 'POST', headers: { host, 'content-type': 'application/json' }, body })
  for (const host of [
    'evil.example',
    `evil.example:${port}`,
    '192.168.1.5',
    'localhost.evil.example',
    '127.0.0.1.nip.io',
    '[::2]',
  ]) {
    const { status } = await exchange(host)
    record(`${host}: ${status}`, status < 400)
  }
  for (const host of ['localhost', `127.0.0.1:${port}`, `[::1]:${port}`]) expect((await exchange(host)).status, host).toBe(200)
})

/** An identity provider with accounts that a test can change; unavailable while `isAway`. */
function scriptedAccounts() {
  const states = new Map<string, AccountState>()
  const removed: string[] = []
  const script = { isAway: false }
  const accounts: IdentityAccounts = {
    lookUp: async (subjects) => {
      if (script.isAway) throw new IdentityUnavailable('away')
      return new Map(subjects.map((subject) => [subject, states.get(subject) ?? { state: 'active', validSince: new Date(0) }]))
    },
    remove: async (subject) => {
      if (script.isAway) throw new IdentityUnavailable('away')
      removed.push(subject)
    },
  }
  return { accounts, states, removed, script }
}

async function start() {
  const clock = handMovedClock(new Date('2026-11-22T00:00:00Z'))
  const provider = scriptedAccounts()
  const server = await startTestServer({}, { clock, identityAccounts: provider.accounts })
  const { db, end } = openPool(server.databaseUrl, pino({ level: 'silent' }))
  onTestFinished(end)
  const check = () => checkSessions({ db, clock, log: pino({ level: 'silent' }), accounts: provider.accounts })
  const works = async (user: TestUser) => (await user.call('GET', '/api/user/me')).status === 200
  return { ...server, ...provider, clock, db, check, works }
}

attack('session of a disabled, deleted or password-changed account', async (record) => {
  const { address, states, clock, check, works } = await start()
  const signedInAt = clock.now()
  const ends: Record<string, AccountState> = {
    disabled: { state: 'disabled' },
    deleted: { state: 'deleted' },
    'password changed': { state: 'active', validSince: new Date(signedInAt.getTime() + HOUR_MS) },
  }
  const users = new Map<string, TestUser>()
  for (const sub of [...Object.keys(ends), 'fine']) {
    const user = await TestUser.signIn(address, { sub }, signedInAt)
    await user.call('POST', '/api/notifications/devices', {
      ...{ kind: 'fcm', token: `token of ${sub}`, deviceKey: `device of ${sub}`, userAgent: '' },
    })
    users.set(sub, user)
  }
  clock.move(HOUR_MS)
  for (const [sub, state] of Object.entries(ends)) states.set(sub, state)
  for (const sub of Object.keys(ends)) {
    const { status } = await new TestUser(address).call('POST', '/api/auth/firebase', { authToken: idToken({ sub }, signedInAt) })
    record(`${sub}: its ID token is exchanged again`, status === 200)
  }
  clock.move(DAY_MS)
  await check()
  for (const [sub, user] of users) {
    if (sub === 'fine') expect(await works(user)).toBe(true)
    else record(`${sub}: its session works after a day`, await works(user))
  }
})

attack('an answer of something else than the provider: every account counts as deleted', async (record) => {
  const outbound = createOutbound({ userAgent: 'test' })
  onTestFinished(() => outbound.close())
  for (const answer of ['{}', '{"users":[]}', '{"error":{}}', '[]', 'null', '""', '<html>', '']) {
    const server = createServer((_, response) => void response.end(answer))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const settings = readSettings({ FIREBASE_AUTH_EMULATOR_HOST: `127.0.0.1:${(server.address() as AddressInfo).port}` })
    const accounts = createIdentityAccounts(settings, { outbound, clock: handMovedClock(new Date()) })
    const found = await accounts?.lookUp(['someone']).catch((error: Error) => error)
    record(answer, !(found instanceof IdentityUnavailable))
  }
})

test('an unreachable provider ends no session', async () => {
  const { address, clock, check, works, script } = await start()
  const user = await TestUser.signIn(address, { sub: 'someone' }, clock.now())
  clock.move(2 * DAY_MS)
  script.isAway = true
  await expect(check()).rejects.toBeInstanceOf(IdentityUnavailable)
  expect(await works(user)).toBe(true)
})

test('without access to accounts a session lapses after a day, except for reports of the service worker', async () => {
  const clock = handMovedClock(new Date('2026-11-22T00:00:00Z'))
  const { address } = await startTestServer({ PUBLIC_URL: 'https://lotwatch.example' }, { clock })
  const user = await TestUser.signIn(address, { sub: 'someone' }, clock.now())
  clock.move(DAY_MS + SECOND_MS)
  expect((await user.call('GET', '/api/user/me')).status).toBe(401)
  const shown = await user.call('POST', '/api/notifications/deliveries/0193a000-0000-7000-8000-000000000000/shown')
  expect(shown.status).toBe(404)
})

attack('sessions, streams or devices that outlive a log-out', async (record) => {
  const { address, clock, works } = await start()
  const sessions = await Promise.all([1, 2, 3].map(() => TestUser.signIn(address, { sub: 'someone' }, clock.now())))
  const [here, other, third] = sessions
  if (!here || !other || !third) throw new Error('three sessions')
  for (const [index, user] of sessions.entries()) {
    const device = { kind: 'fcm', token: `token-${index}-x`, deviceKey: `device-${index}`, userAgent: '' }
    expect((await user.call('POST', '/api/notifications/devices', device)).status).toBe(200)
  }
  const streams = await Promise.all([openStream(other), openStream(third)])
  await other.call('DELETE', '/api/auth/session')
  await eventually(async () => streams[0]?.isOver(), 'the end of the stream that was logged out')
  record('a stream of another session', streams[1]?.isOver() === true)
  expect((await here.call('DELETE', '/api/user/sessions')).status).toBe(204)
  await eventually(async () => streams[1]?.isOver(), 'the end of the other stream')
  record('a session that was logged out', await works(other))
  record('a session that was ended from elsewhere', await works(third))
  const devices = await here.get<{ deviceKey: string }[]>('/api/notifications/devices')
  record(
    'their devices',
    devices.some(({ deviceKey }) => deviceKey !== 'device-0'),
  )
  expect(devices).toHaveLength(1)
})

test('a session that is renewed keeps its device and leaves no other behind', async () => {
  const { address, clock } = await start()
  const before = await TestUser.signIn(address, { sub: 'guest' }, clock.now())
  const device = { kind: 'fcm', token: 'token-of-guest', deviceKey: 'device-of-guest', userAgent: '' }
  await before.call('POST', '/api/notifications/devices', device)
  const claims = { sub: 'guest', provider: 'password', email: 'ada@example.org' }
  const { body } = await before.call('POST', '/api/auth/firebase', { authToken: idToken(claims, clock.now()) })
  const after = new TestUser(address, (body as { authToken: string }).authToken)
  expect(await after.get<unknown[]>('/api/user/sessions')).toHaveLength(1)
  expect(await after.get<unknown[]>('/api/notifications/devices')).toHaveLength(1)
  expect((await before.call('GET', '/api/user/me')).status).toBe(401)
})

attack('session that was ended from another browser opened again with its identity token', async (record) => {
  const { address } = await startTestServer()
  const sub = 'ended'
  const now = Date.now()
  const minutesAgo = (minutes: number) => new Date(now - minutes * MINUTE_MS)
  const here = await TestUser.signIn(address, { sub }, minutesAgo(30))
  const present = (await here.get<{ id: string }[]>('/api/user/sessions')).map(({ id }) => id)
  await TestUser.signIn(address, { sub }, minutesAgo(20))
  await TestUser.signIn(address, { sub }, minutesAgo(10))
  const listed = await here.get<{ id: string; createdAt: string }[]>('/api/user/sessions')
  const [one] = listed.filter(({ id }) => !present.includes(id))
  expect((await here.call('DELETE', `/api/user/sessions/${one?.id}`)).status).toBe(204)
  expect((await here.call('DELETE', '/api/user/sessions')).status).toBe(204)
  const exchange = (issuedAt: Date) =>
    new TestUser(address).call('POST', '/api/auth/firebase', { authToken: idToken({ sub }, issuedAt) })
  for (const minutes of [20, 10]) {
    const { status, body } = await exchange(minutesAgo(minutes))
    record(`sign-in of ${minutes} minutes ago`, status !== 401)
    expect((body as Problem).code).toBe('identity_token_invalid')
  }
  expect((await exchange(minutesAgo(30))).status, 'the present browser').toBe(200)
  expect((await exchange(minutesAgo(0))).status, 'a new sign-in').toBe(200)
})

attack('erased account restored by an older token', async (record) => {
  const { address, db, clock, removed } = await start()
  const signedInAt = clock.now()
  const user = await TestUser.signIn(address, { sub: 'gone', provider: 'password', email: 'a@b.example' }, signedInAt)
  await user.call('POST', '/api/filters', { name: 'theirs', keywords: 'x' })
  clock.move(SECOND_MS)
  const { xid, id } = await db.selectFrom('filterChange').select(['xid', 'id']).orderBy('id', 'desc').executeTakeFirstOrThrow()
  expect((await user.call('DELETE', '/api/user/me')).status).toBe(204)
  expect(removed).toEqual(['gone'])
  const later = await db.selectFrom('filterChange').select('filterId').where('id', '>', id).execute()
  expect(later, `the matcher is told, after ${xid}`).toHaveLength(1)

  const exchange = async (at: Date) => {
    const { status } = await user.call('POST', '/api/auth/firebase', { authToken: idToken({ sub: 'gone' }, at) })
    return status
  }
  record('the session', (await user.call('GET', '/api/user/me')).status === 200)
  record('the same ID token', (await exchange(signedInAt)) === 200)
  for (let tries = 0; tries < 5; tries++) record('at once, side by side', (await exchange(signedInAt)) === 200)
  expect(await db.selectFrom('userAccount').selectAll().execute()).toEqual([])
  clock.move(SECOND_MS)
  expect(await exchange(clock.now()), 'a new sign-in').toBe(200)
})

attack('accounts erased at the same time: deadlock', async (record) => {
  const { address } = await startTestServer()
  const users = await Promise.all(Array.from({ length: 40 }, () => TestUser.signIn(address)))
  for (const user of users) await user.call('POST', '/api/filters', { name: 'x', keywords: 'x' })
  const answers = await Promise.all(users.map((user) => user.call('DELETE', '/api/user/me')))
  for (const { status } of answers) record(`DELETE /api/user/me: ${status}`, status !== 204)
})

test('a transaction that PostgreSQL aborts to resolve a deadlock is retried', async () => {
  const { db } = await openTestPool()
  await sql`create table lock_order (id integer primary key)`.execute(db)
  await sql`insert into lock_order values (1), (2)`.execute(db)
  let runs = 0
  let arrived = 0
  let open = () => {}
  const bothHoldOne = new Promise<void>((resolve) => {
    open = resolve
  })
  const lockBoth = (first: number, second: number) =>
    retryingDeadlocks(() =>
      db.transaction().execute(async (tx) => {
        runs += 1
        await sql`select from lock_order where id = ${first} for update`.execute(tx)
        arrived += 1
        if (arrived === 2) open()
        await bothHoldOne
        await sql`select from lock_order where id = ${second} for update`.execute(tx)
      }),
    )
  await Promise.all([lockBoth(1, 2), lockBoth(2, 1)])
  // The retried run may lock its first row before the other wakes, and block it again.
  expect(runs).toBeGreaterThanOrEqual(3)
})

test('accounts are looked up and deleted as the provider documents it', async () => {
  const asked: { path: string; authorization: string | undefined; body: unknown }[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => {
      text += chunk
    })
    request.on('end', () => {
      asked.push({ path: request.url ?? '', authorization: request.headers.authorization, body: JSON.parse(text) })
      const users = [
        { localId: 'a', validSince: '1700000000' },
        { localId: 'b', disabled: true },
      ]
      response.end(JSON.stringify(request.url?.endsWith('lookup') ? { kind: 'x', users } : {}))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const clock = handMovedClock(new Date())
  const outbound = createOutbound({ userAgent: 'test' })
  onTestFinished(() => outbound.close())
  const accounts = createIdentityAccounts(readSettings({ FIREBASE_AUTH_EMULATOR_HOST: `127.0.0.1:${port}` }), { outbound, clock })
  expect(await accounts?.lookUp(['a', 'b', 'c'])).toEqual(
    new Map<string, AccountState>([
      ['a', { state: 'active', validSince: new Date(1_700_000_000_000) }],
      ['b', { state: 'disabled' }],
      ['c', { state: 'deleted' }],
    ]),
  )
  await accounts?.remove('a')
  const base = '/identitytoolkit.googleapis.com/v1/projects/demo-lotwatch/accounts'
  expect(asked).toEqual([
    { path: `${base}:lookup`, authorization: 'Bearer owner', body: { localId: ['a', 'b', 'c'] } },
    { path: `${base}:delete`, authorization: 'Bearer owner', body: { localId: 'a' } },
  ])
})
