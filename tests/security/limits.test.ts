import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../contract/time.ts'
import { openPool } from '../../server/database/pool.ts'
import { subnetOf } from '../../server/http/clientAddress.ts'
import { GUEST_IDLE_MS } from '../../server/limits.ts'
import { foldAddress } from '../../server/notifications/channels/email/quota.ts'
import { BOUNCE_PATH } from '../../server/notifications/messages/links.ts'
import { endIdleGuests } from '../../server/retention/retention.ts'
import { handMovedClock } from '../support/clock.ts'
import { createDatabase } from '../support/database.ts'
import { openStream } from '../support/eventStream.ts'
import { startMailServer } from '../support/mailServer.ts'
import { eventually, idToken, startTestServer, TestUser } from '../support/server.ts'
import { attack, type RecordTry } from './support/attack.ts'
import { type RawAnswer, rawRequest } from './support/rawRequest.ts'

const RPM = 60
/** A tenth of the above. */
const SIGN_INS = 6
const FAILURES = 6
const limited = { REQUESTS_PER_MINUTE: String(RPM) }
const JSON_TYPE = { 'content-type': 'application/json' }

/** Repeats one request. The first `allowed` must succeed; any further success has got through. */
async function tryRepeatedly(
  record: RecordTry,
  label: string,
  { tries, allowed }: { tries: number; allowed: number },
  succeeds: (index: number) => Promise<boolean>,
): Promise<void> {
  let successes = 0
  for (let index = 0; index < tries; index++) {
    if (await succeeds(index)) successes += 1
    record(`${label}, try ${index + 1}`, successes > allowed)
  }
  expect(successes, `${label}: what is allowed`).toBeGreaterThanOrEqual(allowed)
}

const SIGN_IN_BODY = JSON.stringify({ authToken: idToken({ sub: 'flood' }) })

async function signIn(address: string, headers: Record<string, string> = {}, target = '/api/auth/firebase'): Promise<boolean> {
  const sent = { method: 'POST', headers: { ...JSON_TYPE, ...headers }, body: SIGN_IN_BODY }
  return (await rawRequest(address, target, sent)).status === 200
}

attack('rate limit of sign-in bypassed by a header or an odd target', async (record) => {
  const ways: Record<string, (index: number) => { target?: string; headers?: Record<string, string> }> = {
    'new Authorization each time': (index) => ({ headers: { authorization: `Bearer ${index}` } }),
    'scheme in another case': (index) => ({ headers: { authorization: `${index % 2 ? 'bEARER' : 'BEARER'} x` } }),
    'X-Forwarded-For without a proxy': (index) => ({ headers: { 'x-forwarded-for': `9.9.9.${index}` } }),
    'percent-encoded target': () => ({ target: '/%61pi/auth/firebase' }),
    'absolute-form target': () => ({ target: 'http://x/api/auth/firebase' }),
    'trailing slash and query': (index) => ({ target: `/api/auth/firebase/?${index}` }),
  }
  for (const [label, way] of Object.entries(ways)) {
    const { address } = await startTestServer(limited)
    await tryRepeatedly(record, label, { tries: 3 * SIGN_INS, allowed: SIGN_INS }, (index) => {
      const { target, headers } = way(index)
      return signIn(address, headers, target)
    })
  }
})

attack('rate limit by address, forged behind a proxy', async (record) => {
  const ways: Record<string, [trustProxy: string, forwarded: (index: number) => string]> = {
    'leftmost entry is the client’s own': ['1', (index) => `9.9.9.${index}, 203.0.113.7`],
    'another host of the same /64': ['1', (index) => `2001:db8:1:2::${index + 1}`],
    'IPv4 in IPv6 form': ['1', (index) => (index % 2 ? '203.0.113.7' : '::ffff:203.0.113.7')],
    'trusted by network, leftmost forged': ['127.0.0.0/8', (index) => `9.9.9.${index}, 203.0.113.7`],
    'proxy that is not on the list': ['10.0.0.1', (index) => `203.0.113.${index}`],
    'another port of the same address': ['1', (index) => `203.0.113.7:${4000 + index}`],
    'another port of the same IPv6 address': ['1', (index) => `[2001:db8:1:2::1]:${4000 + index}`],
    'another /64 of the same 6to4 address': ['1', (index) => `2002:cb00:7107:${index + 1}::1`],
    'another zone of the same address': ['1', (index) => `fe80::1%eth${index}`],
    'text that is no address': ['1', (index) => `unknown-${index}`],
  }
  for (const [label, [trustProxy, forwarded]] of Object.entries(ways)) {
    const { address } = await startTestServer({ ...limited, TRUST_PROXY: trustProxy })
    await tryRepeatedly(record, label, { tries: 3 * SIGN_INS, allowed: SIGN_INS }, (index) =>
      signIn(address, { 'x-forwarded-for': forwarded(index) }),
    )
  }
})

test('clients behind a trusted proxy are counted individually', async () => {
  const { address } = await startTestServer({ ...limited, TRUST_PROXY: '1' })
  for (let index = 0; index < 2 * SIGN_INS; index++) {
    expect(await signIn(address, { 'x-forwarded-for': `203.0.113.${index}` })).toBe(true)
  }
  for (const address of ['198.51.100.1:4600', '198.51.100.2:4600', '64:ff9b::192.0.2.1', '64:ff9b::192.0.2.2']) {
    expect(subnetOf(address)).toBe(address.replace(/:4600$|^64:ff9b::/, ''))
  }
})

attack('brute force of tokens and secrets', async (record) => {
  const mail = { MAIL_BOUNCES: 'b@lots.example', MAIL_BOUNCE_SECRET: 'a secret of sixteen' }
  const guesses: Record<string, (address: string, index: number) => Promise<RawAnswer>> = {
    'session token': (address, index) =>
      rawRequest(address, '/api/user/me', { headers: { authorization: `Bearer lw1_${String(index).padStart(43, 'a')}` } }),
    'malformed token': (address, index) => rawRequest(address, '/api/user/me', { headers: { authorization: `x${index}` } }),
    'event stream': (address, index) => rawRequest(address, '/api/events', { headers: { authorization: `Bearer ${index}` } }),
    'secret for bounced mails': (address, index) => {
      const headers = { authorization: `Bearer guess ${index}`, 'content-type': 'message/rfc822' }
      return rawRequest(address, BOUNCE_PATH, { method: 'POST', headers, body: 'x' })
    },
  }
  for (const [label, guess] of Object.entries(guesses)) {
    const { address } = await startTestServer({ ...limited, ...mail })
    await tryRepeatedly(record, label, { tries: 5 * FAILURES, allowed: FAILURES }, async (index) => {
      const { status } = await guess(address, index)
      return status === 401
    })
  }
})

attack('a neighbour behind the same address locked out by refused tokens', async (record) => {
  const { address } = await startTestServer(limited)
  const neighbour = await TestUser.signIn(address)
  const stranger = new TestUser(address, `lw1_${'a'.repeat(43)}`)
  for (let index = 0; index < 3 * FAILURES; index++) {
    expect((await stranger.call('GET', '/api/user/me')).status).toBe(index < FAILURES ? 401 : 429)
    const { status } = await neighbour.call('GET', '/api/user/me')
    record(`after ${index + 1} refused tokens: ${status}`, status !== 200)
  }
})

attack('limits by user bypassed with several sessions', async (record) => {
  const { address } = await startTestServer({ REQUESTS_PER_MINUTE: '200' })
  const sessions = await Promise.all(Array.from({ length: 3 }, () => TestUser.signIn(address, { sub: 'same' })))
  await tryRepeatedly(record, 'calls', { tries: 300, allowed: 200 }, async (index) => {
    const answer = await sessions[index % 3]?.call('GET', '/api/user/me')
    return answer?.status === 200
  })
})

attack('limits bypassed by calling another process', async (record) => {
  const databaseUrl = await createDatabase()
  const servers = await Promise.all([1, 2].map(() => startTestServer({ ...limited, DATABASE_URL: databaseUrl })))
  await tryRepeatedly(record, 'sign-ins at two processes', { tries: 4 * SIGN_INS, allowed: SIGN_INS }, (index) =>
    signIn(servers[index % 2]?.address ?? ''),
  )
})

attack('more devices, sessions or event streams than a user may have', async (record) => {
  const { address, databaseUrl } = await startTestServer()
  const { db, end } = openPool(databaseUrl, pino({ level: 'silent' }))
  onTestFinished(end)
  const user = await TestUser.signIn(address, { sub: 'many' })
  const device = (index: number) => ({ kind: 'fcm', token: `token-${index}`, deviceKey: `device-${index}`, userAgent: 'x' })
  const post = async (index: number) => (await user.call('POST', '/api/notifications/devices', device(index))).status
  const devices = await Promise.all(Array.from({ length: 30 }, (_, index) => post(index)))
  record('devices at once', devices.filter((status) => status === 200).length > 10)
  record('devices one by one', (await post(99)) !== 403)
  record('a known device is refused', (await post(devices.indexOf(200))) !== 200)

  for (let round = 0; round < 4; round++) {
    for (let index = 0; index < 10; index++) {
      await user.call('POST', '/api/notifications/devices/withdrawal', { deviceKey: `device-${round * 10 + index}` })
      await post((round + 1) * 10 + index)
    }
  }
  const kept = await user.get<unknown[]>('/api/notifications/devices')
  record(`withdrawn and registered anew: ${kept.length} rows`, kept.length > 20)

  const exchanged = await Promise.all(Array.from({ length: 30 }, () => TestUser.signIn(address, { sub: 'many' })))
  const { count } = await db
    .selectFrom('session')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  record(`sessions: ${count}`, count > 20)
  const newest = exchanged.at(-1)
  record('the newest session is ended by the cap', (await newest?.call('GET', '/api/user/me'))?.status !== 200)

  const streams = await Promise.allSettled(Array.from({ length: 20 }, () => openStream(newest ?? user)))
  const open = streams.flatMap((stream) => (stream.status === 'fulfilled' ? [stream.value] : []))
  record(`event streams: ${open.length}`, open.length > 5)
  for (const stream of open) stream.close()
  await eventually(async () => (await openStream(newest ?? user).catch(() => undefined))?.close() === undefined, 'a free place')
})

attack('session flooding by one identity', async (record) => {
  const { address } = await startTestServer()
  await tryRepeatedly(record, 'sessions in ten minutes', { tries: 90, allowed: 60 }, () => signIn(address))
})

attack('mass creation of guests from one network', async (record) => {
  const networks: Record<string, (index: number) => string> = {
    'one IPv4 address': () => '203.0.113.9',
    'one /48 of IPv6': (index) => `2001:db8:1:${index}::1`,
  }
  for (const [label, from] of Object.entries(networks)) {
    const { address } = await startTestServer({ TRUST_PROXY: '1', GUESTS_PER_DAY: '10' })
    const begin = async (sub: string, index: number, provider = 'anonymous') =>
      rawRequest(address, '/api/auth/firebase', {
        method: 'POST',
        headers: { ...JSON_TYPE, 'x-forwarded-for': from(index) },
        body: JSON.stringify({
          authToken: idToken({ sub, provider, ...(provider === 'password' ? { email: 'a@b.example' } : {}) }),
        }),
      })
    await tryRepeatedly(record, label, { tries: 30, allowed: 10 }, async (index) => {
      const { status } = await begin(`guest-${index}`, index)
      return status === 200
    })
    record(`${label}: a known guest is refused`, (await begin('guest-0', 31)).status !== 200)
    record(`${label}: an account is refused`, (await begin('member', 32, 'password')).status !== 200)
    const { status, body } = await begin('late', 33)
    record(`${label}: refused without a reason`, status !== 429 || JSON.parse(body).code !== 'guest_limit_reached')
  }
})

test('guests end after 60 idle days, accounts and busy guests do not', async () => {
  const clock = handMovedClock(new Date('2026-11-22T00:00:00Z'))
  const { address, databaseUrl } = await startTestServer({}, { clock })
  const { db, end } = openPool(databaseUrl, pino({ level: 'silent' }))
  onTestFinished(end)
  const at = () => clock.now()
  const idle = await TestUser.signIn(address, { sub: 'idle' }, at())
  await idle.call('POST', '/api/filters', { name: 'theirs', keywords: 'x' })
  await TestUser.signIn(address, { sub: 'member', provider: 'password', email: 'a@b.example' }, at())
  const busy = await TestUser.signIn(address, { sub: 'busy' }, at())
  for (let days = 0; days < 60; days += 20) {
    clock.move(20 * DAY_MS)
    expect((await busy.call('GET', '/api/user/me')).status).toBe(200)
  }
  clock.move(MINUTE_MS)
  await endIdleGuests(db, clock)
  const left = await db.selectFrom('userAccount').select('identity').orderBy('identity').execute()
  expect(left.map(({ identity }) => identity.split('|')[1])).toEqual(['busy', 'member'])
  expect(await db.selectFrom('filter').selectAll().execute()).toEqual([])
  expect(GUEST_IDLE_MS).toBe(60 * DAY_MS)
})

attack('mail flooding of strangers by tags, dots, guests and networks', async (record) => {
  const mail = await startMailServer()
  const { address } = await startTestServer({ SMTP_URL: mail.url, TRUST_PROXY: '1' })
  const ask = async (user: TestUser, email: string, from: string) => {
    const settings = await user.get<{ email: object }>('/api/notifications/settings')
    await user.call('PUT', '/api/notifications/settings', { ...settings, email: { ...settings.email, address: email } })
    const { body } = await user.call('POST', '/api/notifications/email/confirmation', undefined, { 'x-forwarded-for': from })
    return (body as { status?: string }).status === 'accepted'
  }
  const mailMany = (label: string, allowed: number, addressOf: (index: number) => string, from: (index: number) => string) =>
    tryRepeatedly(record, label, { tries: 60, allowed }, async (index) =>
      ask(await TestUser.signIn(address), addressOf(index), from(index)),
    )
  const manyNetworks = (index: number) => `203.0.113.${index}`
  await mailMany('tags', 5, (index) => `target+${index}@mailbox.example`, manyNetworks)
  const dotted = (index: number) => `t${index % 2 ? '.' : ''}arget@${index % 3 ? 'gmail' : 'googlemail'}.com`
  await mailMany('dots', 5, dotted, manyNetworks)
  const oneNetwork = () => '198.51.100.1'
  await mailMany('many mailboxes from one network', 50, (index) => `someone${index}@mailbox.example`, oneNetwork)
  expect(mail.mails).toHaveLength(60)
})

attack('limit of a mailbox used up by a user whose own limit is reached', async (record) => {
  const mail = await startMailServer()
  const clock = handMovedClock(new Date('2026-11-22T00:00:00Z'))
  const { address } = await startTestServer({ SMTP_URL: mail.url }, { clock })
  const mails = async (user: TestUser, to: string) => {
    const settings = await user.get<{ email: object }>('/api/notifications/settings')
    await user.call('PUT', '/api/notifications/settings', { ...settings, email: { ...settings.email, address: to } })
    clock.move(11 * MINUTE_MS)
    const { body } = await user.call('POST', '/api/notifications/email/confirmation')
    return (body as { status?: string }).status === 'accepted'
  }
  const guest = await TestUser.signIn(address, {}, clock.now())
  for (let index = 0; index < 10; index++) expect(await mails(guest, `nobody${index}@mailbox.example`)).toBe(true)
  for (let index = 0; index < 6; index++) expect(await mails(guest, 'victim@mailbox.example')).toBe(false)
  const victim = await TestUser.signIn(address, {}, clock.now())
  record('the owner of the mailbox is mailed nothing', !(await mails(victim, 'victim@mailbox.example')))
})

test('addresses of one mailbox fold to one', () => {
  expect(foldAddress('A.b+c+d@GoogleMail.com')).toBe('ab@gmail.com')
  expect(foldAddress('A.b+c@Example.org')).toBe('a.b@example.org')
})

attack('several exports of one user at the same time', async (record) => {
  const { address } = await startTestServer()
  const user = await TestUser.signIn(address)
  const answers = await Promise.all(Array.from({ length: 20 }, () => user.call('GET', '/api/user/export')))
  const done = answers.filter(({ status }) => status === 200).length
  const refused = answers.filter(({ status }) => status === 409 || status === 429).length
  record(`${done} of 20 at once`, done > 10 || done + refused !== 20)
})

attack('unlimited reports of filters', async (record) => {
  const clock = handMovedClock(new Date('2026-11-22T00:00:00Z'))
  const { address } = await startTestServer({}, { clock })
  const user = await TestUser.signIn(address, {}, clock.now())
  const { id: filterId } = (await user.call('POST', '/api/filters', { name: 'x', keywords: 'x' })).body as { id: string }
  await tryRepeatedly(record, 'reports in a day', { tries: 70, allowed: 50 }, async () => {
    const { status } = await user.call('POST', '/api/filters/report', { filterId, reason: 'other', comment: 'x' })
    return status === 201
  })
  clock.move(DAY_MS + HOUR_MS)
  const later = await user.call('POST', '/api/filters/report', { filterId, reason: 'other' }, { 'idempotency-key': randomUUID() })
  expect(later.status, 'the next day').toBe(201)
})
