import { parseFeed } from '@rowanmanning/feed-parser'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import type { FeedLink } from '../../contract/feedLink.ts'
import { openPool } from '../../server/database/pool.ts'
import { ScriptedMarketplace } from '../support/scriptedMarketplace.ts'
import { eventually, startTestServer, TestUser } from '../support/server.ts'

const ENDS_AT = '2030-01-01T12:00:00.000Z'

/** A user whose filter has found a Leica; all that follows is seen by others' programs. */
async function start(environment: Record<string, string> = {}) {
  const marketplace = new ScriptedMarketplace()
  const server = await startTestServer(
    { ROLES: 'api,poll,match', PUBLIC_URL: 'https://lotwatch.example', ...environment },
    { connectors: [marketplace.connector] },
  )
  const user = await TestUser.signIn(server.address)
  await marketplace.polled()
  const { body: filter } = await user.call('POST', '/api/filters', { name: 'Leicas', keywords: 'leica' })
  const { body: other } = await user.call('POST', '/api/filters', { name: 'Others', keywords: 'rollei' })
  marketplace.put('m6', { title: 'Leica M6 <b>', endsAt: ENDS_AT, images: ['https://scripted.example/m6.jpg'] })
  await eventually(async () => (await user.get<{ items: unknown[] }>('/api/matches')).items.length === 1, 'the match')

  const makeLink = async (kind: string, filterId?: unknown): Promise<FeedLink> => {
    const { status, body } = await user.call('POST', '/api/feeds', { kind, ...(filterId ? { filterId } : {}) })
    expect(status).toBe(201)
    return body as FeedLink
  }
  /** Reads an address of the public site from the server under test, as a program without any session does. */
  const read = (url: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(url.replace('https://lotwatch.example', server.address), { headers, method })
  const idOf = (one: unknown) => (one as { id: string }).id
  return { server, user, marketplace, makeLink, read, filterId: idOf(filter), otherId: idOf(other) }
}

test('the URL gives access to the matches as Atom, JSON Feed or calendar, of one filter if it has one', async () => {
  const { makeLink, read, filterId, otherId } = await start()
  const atom = await read((await makeLink('atom')).url)
  expect(atom.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8')
  expect(atom.headers.get('x-robots-tag')).toBe('noindex, nofollow')
  expect(atom.headers.get('cache-control')).toBe('private, max-age=60')
  const feed = parseFeed(await atom.text())
  expect(feed.items).toMatchObject([{ title: 'Leica M6 <b>' }])
  expect(feed.items[0]?.content).toContain('https://scripted.example/m6.jpg')

  const json = await (await read((await makeLink('json', filterId)).url)).json()
  expect(json).toMatchObject({ title: 'Leicas · Lotwatch', items: [{ id: feed.items[0]?.id, tags: ['Leicas'] }] })
  expect((await (await read((await makeLink('json', otherId)).url)).json()).items).toEqual([])

  const calendar = await read((await makeLink('ics', filterId)).url)
  expect(calendar.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  const lines = (await calendar.text()).split('\r\n')
  expect(lines).toContain('DTSTART:20300101T120000Z')
  expect(lines.filter((line) => line.startsWith('TRIGGER'))).toEqual(['TRIGGER:-P1D', 'TRIGGER:-PT1H', 'TRIGGER:-PT10M'])
})

test('an unchanged feed is not sent again, a changed one is', async () => {
  const { user, makeLink, read, marketplace } = await start()
  const { url } = await makeLink('json')
  const first = await read(url)
  const etag = first.headers.get('etag') ?? ''
  const lastModified = first.headers.get('last-modified') ?? ''
  await first.text()
  for (const headers of [{ 'if-none-match': `"x", ${etag}` }, { 'if-modified-since': lastModified }]) {
    const again = await read(url, headers)
    expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, etag, ''])
  }
  // The date is not looked at where the tag is asked for.
  expect((await read(url, { 'if-none-match': '"x"', 'if-modified-since': lastModified })).status).toBe(200)
  expect((await read(url, {}, 'HEAD')).headers.get('etag')).toBe(etag)

  marketplace.put('m6', { price: { amount: 2000, currency: 'EUR' } })
  await eventually(async () => (await read(url, { 'if-none-match': etag })).status === 200, 'the new price')
  const { body } = await user.call('GET', '/api/feeds')
  expect(body).toMatchObject([{ kind: 'json', url, lastReadAt: expect.any(String) }])
})

test('a long feed is compressed', async () => {
  const { makeLink, read } = await start()
  const answer = await read((await makeLink('atom')).url, { 'accept-encoding': 'gzip' })
  expect(answer.headers.get('content-encoding')).toBe('gzip')
  expect(parseFeed(await answer.text()).items).toHaveLength(1)
})

test('a late bid moves the event, and a removed auction is cancelled for a week', async () => {
  const { server, makeLink, read, marketplace } = await start()
  const { url } = await makeLink('ics')
  const sequenceOf = async () => Number(/^SEQUENCE:(\d+)\r$/m.exec(await (await read(url)).text())?.[1])
  const before = await sequenceOf()
  marketplace.put('m6', { endsAt: '2030-01-01T12:02:00.000Z' })
  await eventually(async () => (await (await read(url)).text()).includes('DTSTART:20300101T120200Z'), 'the new end')
  expect(await sequenceOf()).toBe(before + 1)

  marketplace.put('m6', { price: { amount: 3000, currency: 'EUR' } })
  await eventually(async () => (await (await read(url)).text()).includes('€30.00'), 'the new price')
  expect(await sequenceOf(), 'a bid alone moves nothing').toBe(before + 1)

  for (const other of ['a', 'b', 'c', 'd']) marketplace.put(other)
  await marketplace.polled()
  marketplace.listings.delete('m6')
  await eventually(async () => (await (await read(url)).text()).includes('STATUS:CANCELLED'), 'the auction to be gone')
  expect(await sequenceOf()).toBe(before + 2)
  const { db, end } = openPool(server.databaseUrl, pino({ level: 'silent' }))
  await sql`update auction set ends_at = now() - interval '8 days'`.execute(db)
  await end()
  expect(await (await read(url)).text()).not.toContain('VEVENT')
})

test('a revoked, renewed, made-up or mismatched URL is 404', async () => {
  const { user, makeLink, read, server } = await start()
  const links = [await makeLink('atom'), await makeLink('ics')]
  const [{ url, id }, calendar] = links as [FeedLink, FeedLink]
  // Asked for twice, it is the same.
  expect((await makeLink('atom')).url).toBe(url)
  const { body: renewed } = await user.call('POST', `/api/feeds/${id}/renewal`)
  expect((renewed as FeedLink).url).not.toBe(url)
  expect((await read((renewed as FeedLink).url)).status).toBe(200)
  expect((await user.call('DELETE', `/api/feeds/${calendar.id}`)).status).toBe(204)
  expect((await user.call('DELETE', `/api/feeds/${calendar.id}`)).status).toBe(204)

  const last = (renewed as FeedLink).url
  const token = last.slice(last.lastIndexOf('/') + 1, -'.atom'.length)
  const changed = `${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`
  const dead = [
    url,
    calendar.url,
    last.replace('.atom', '.json'),
    last.replace(token, changed),
    last.replace(token, token.toUpperCase()),
  ]
  const answers = []
  for (const address of [...dead, 'https://lotwatch.example/feeds/x.atom', 'https://lotwatch.example/feeds/%00']) {
    const answer = await read(address)
    const headers = Object.fromEntries([...answer.headers].filter(([name]) => !/^(date|x-ratelimit)/.test(name)))
    answers.push(JSON.stringify([answer.status, headers, await answer.text()]))
  }
  expect(new Set(answers).size).toBe(1)
  expect(answers[0]).toContain('[404,')

  const stranger = await TestUser.signIn(server.address)
  expect((await stranger.call('POST', `/api/feeds/${(renewed as FeedLink).id}/renewal`)).status).toBe(404)
  await stranger.call('DELETE', `/api/feeds/${(renewed as FeedLink).id}`)
  expect((await read(last)).status).toBe(200)
  await user.call('DELETE', '/api/user/me')
  expect((await read(last)).status).toBe(404)
})

test("another user's filter has no feed, and a deleted filter deletes its feeds", async () => {
  const { user, makeLink, read, server, filterId } = await start()
  const stranger = await TestUser.signIn(server.address)
  expect((await stranger.call('POST', '/api/feeds', { kind: 'atom', filterId })).status).toBe(404)
  const { url } = await makeLink('atom', filterId)
  await user.call('DELETE', `/api/filters/${filterId}`)
  expect((await read(url)).status).toBe(404)
})

test('the database contains no readable URL, even with idempotency keys', async () => {
  const { user, server } = await start()
  const key = '01930000-0000-4000-8000-000000000001'
  const { body } = await user.call('POST', '/api/feeds', { kind: 'atom' }, { 'idempotency-key': key })
  const token = (body as FeedLink).url.slice(-'0'.repeat(64).length - '.atom'.length, -'.atom'.length)
  const { db, end } = openPool(server.databaseUrl, pino({ level: 'silent' }))
  const { rows } = await sql<{ all: string }>`select string_agg(t::text, ' ') as all from (
    select feed_link::text as t from feed_link union all select idempotency_key::text from idempotency_key) as texts`.execute(db)
  await end()
  expect(token).toMatch(/^[\da-f]{64}$/)
  expect(rows[0]?.all).not.toContain(token.slice(32))
})

test('guessing and frequent reads are rate-limited', async () => {
  const { makeLink, read } = await start({ REQUESTS_PER_MINUTE: '50' })
  const { url } = await makeLink('json')
  const statuses = []
  for (let time = 0; time < 11; time++) statuses.push((await read(url)).status)
  expect(statuses).toEqual([...Array(10).fill(200), 429])
})
