import { connect } from 'node:net'
import { pino } from 'pino'
import { expect, onTestFinished } from 'vitest'
import type { Auction } from '../../contract/auction.ts'
import type { Problem } from '../../contract/errors.ts'
import { isStorableText } from '../../contract/text.ts'
import { openPool } from '../../server/database/pool.ts'
import type { Connector } from '../../server/marketplaces/connector.ts'
import { feedConnector } from '../../server/marketplaces/feed/connector.ts'
import { FEED_TASK } from '../../server/marketplaces/feed/task.ts'
import { createParserPool } from '../../server/parsing/parserPool.ts'
import { outboundOf } from '../marketplaces/support.ts'
import { feedDocument } from '../parsing/support.ts'
import { ScriptedMarketplace } from '../support/scriptedMarketplace.ts'
import { eventually, startTestServer, TestUser } from '../support/server.ts'
import { attack } from './support/attack.ts'
import { HOSTILE_BOUNCES, HOSTILE_FEEDS, healthyFeed } from './support/hostileTexts.ts'

/** Far more than any of these texts takes now, far less than they took before the fixes. */
const MAX_MS = 5000

attack(
  'ReDoS and parser bombs in feeds: the next feed is not read, or the event loop is blocked',
  async (record) => {
    const parserPool = createParserPool({ maxMs: MAX_MS, maxThreads: 1 })
    let ticks = 0
    const ticking = setInterval(() => ticks++, 10)
    for (const [name, text] of Object.entries(HOSTILE_FEEDS)) {
      const before = ticks
      const started = performance.now()
      await parserPool.read(FEED_TASK, feedDocument(text)).catch(() => {})
      const took = performance.now() - started
      const next = await parserPool.read(FEED_TASK, feedDocument(healthyFeed())).catch(() => undefined)
      // Fewer than a fifth of the ticks of an idle event loop.
      const isBlocked = took > 200 && ticks - before < took / 50
      record(name, isBlocked || next?.kind !== 'feed' || next.listings.length !== 50)
    }
    clearInterval(ticking)
    await parserPool.close()
  },
  120_000,
)

attack('ReDoS by the text of one entry', async (record) => {
  const parserPool = createParserPool({ maxMs: MAX_MS })
  for (const name of Object.keys(HOSTILE_FEEDS).filter((one) => /hyphens|spaces|pictures/.test(one))) {
    const read = await parserPool.read(FEED_TASK, feedDocument(HOSTILE_FEEDS[name] ?? '')).catch(() => undefined)
    record(name, read?.kind !== 'feed' || read.listings.length !== 2)
  }
  await parserPool.close()
})

attack('ReDoS by bounce reports of mail servers', async (record) => {
  const secret = 'a-secret-of-the-test-0123'
  const server = await startTestServer({
    MAIL_BOUNCES: 'bounces@example.org',
    MAIL_BOUNCE_SECRET: secret,
    SMTP_URL: 'smtp://127.0.0.1:9',
  })
  const user = new TestUser(server.address, secret)
  for (const [name, report] of Object.entries(HOSTILE_BOUNCES)) {
    const [{ status }, live] = await Promise.all([
      user.call('POST', '/api/mail/bounces', report, { 'content-type': 'message/rfc822' }),
      user.call('GET', '/api/health/live'),
    ])
    record(name, status !== 204 || live.status !== 200)
  }
})

attack('bounce reports without the secret: body read before it is refused', async (record) => {
  const server = await startTestServer({ MAIL_BOUNCES: 'bounces@example.org', MAIL_BOUNCE_SECRET: 'a-secret-of-the-test-0123' })
  const { hostname, port } = new URL(server.address)
  for (const authorization of ['', 'authorization: Bearer a-secret-of-the-test-0124\r\n']) {
    const answer = new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), hostname, () => {
        const type = 'content-type: message/rfc822\r\ncontent-length: 1000000'
        socket.write(
          `POST /api/mail/bounces HTTP/1.1\r\nhost: ${hostname}\r\n${authorization}${type}\r\n\r\nThe rest is yet to come`,
        )
      })
      const waiting = setTimeout(() => socket.destroy(), MAX_MS)
      socket.once('data', (data) => resolve(String(data).slice(0, 12)))
      socket.on('error', reject).on('close', () => {
        clearTimeout(waiting)
        resolve('no answer')
      })
      onTestFinished(() => void socket.destroy())
    })
    record(await answer, (await answer) !== 'HTTP/1.1 401')
  }
})

const EMOJI = '😀'
/** Titles, descriptions and ids in which truncation, an escape or a character reference leaves a lone surrogate or NUL. */
const BROKEN_TEXTS: readonly (readonly [name: string, id: string, title: string, content: string])[] = [
  ['emoji where the title is cut', '1', 'a'.repeat(299) + EMOJI, ''],
  ['emoji where the description is cut', '2', 't', 'a'.repeat(9999) + EMOJI],
  ['emoji where the content is cut', '3', 't', 'a'.repeat(39_999) + EMOJI],
  ['emoji where the id is cut', 'a'.repeat(499) + EMOJI, 't', ''],
  ['half a character escaped', '\ud83d', 'half \ud83d', 'half \udc00 here'],
  ['NUL', 'nul\0', 'nul \0', 'nul \0'],
  ['references to both', '7', '&#xd83d; &#0;', '&#xd83d; &#xdc00; &#0;'],
  ['emoji where a line is cut', '8', 't', `Standort: ${`${EMOJI} `.repeat(400)}`],
]

attack('half characters and NUL in a feed', async (record) => {
  const items = BROKEN_TEXTS.map(([, id, title, content_html], index) => ({
    ...{ id, title, content_html, url: `https://feed.example/${index}`, tags: ['\ud83d'] },
  }))
  const body = JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', items })
  const parserPool = createParserPool()
  const connector = feedConnector({
    settings: { id: 'broken', name: 'Broken', url: 'https://feed.example/feed', country: 'DE' },
    outbound: outboundOf({ body }),
    findPlace: () => undefined,
    readFeed: (document) => parserPool.read(FEED_TASK, document),
    now: Date.now,
  })
  const stored = await storedBy([connector], BROKEN_TEXTS.length)
  for (const [index, [name]] of BROKEN_TEXTS.entries()) {
    const auction = stored.find(({ url }) => url === `https://feed.example/${index}`)
    const isWhole = auction !== undefined && isStorableText(JSON.parse(JSON.stringify(auction.title + auction.description)))
    record(name, !isWhole)
  }
  await parserPool.close()
})

attack('listings that the database refuses', async (record) => {
  const marketplace = new ScriptedMarketplace()
  const refused: Readonly<Record<string, () => void>> = {
    'NUL in the title': () => marketplace.put('bad-1', { title: 'x\0y' }),
    'half a character in the title': () => marketplace.put('bad-2', { title: 'x\ud83d' }),
    'NUL in the id': () => marketplace.put('bad-3\0'),
    'half a character in the id': () => marketplace.put('bad-4\ud83d'),
    'price beyond bigint': () => marketplace.put('bad-5', { price: { amount: 1e30, currency: 'EUR' } }),
    'bids beyond integer': () => marketplace.put('bad-6', { bidCount: 2 ** 40 }),
    'end that is no time': () => marketplace.put('bad-7', { endsAt: '2026-99-99T99:99:99Z' }),
    'id that no index holds': () =>
      marketplace.put(`bad-8${Array.from({ length: 9000 }, (_, at) => (at * 7919).toString(36)).join('')}`),
  }
  for (const put of Object.values(refused)) put()
  for (let lot = 0; lot < 21; lot++) marketplace.put(`good-${lot}`)
  const stored = await storedBy([marketplace.connector], 21)
  for (const [index, name] of Object.keys(refused).entries()) {
    record(name, stored.length !== 21 || stored.some(({ externalId }) => externalId.startsWith(`bad-${index + 1}`)))
  }
})

attack('keywords that are thousands of words after folding', async (record) => {
  const server = await startTestServer()
  const user = await TestUser.signIn(server.address)
  for (const keywords of [
    'ﷺ'.repeat(500),
    `"${'ﷺ'.repeat(498)}"`,
    `(a, ${'ﷺ '.repeat(200)})`,
    `a -${'ﷺ'.repeat(400)}`,
    'a-'.repeat(250),
    'ß'.repeat(500),
  ]) {
    for (const [method, path] of [
      ['POST', '/api/filters'],
      ['POST', '/api/filters/test'],
    ] as const) {
      const { status, body } = await user.call(method, path, { name: 'x', keywords })
      const [fault] = (body as Problem).errors ?? []
      record(`${path} ${keywords.slice(0, 8)}`, status !== 422 || fault?.path !== 'keywords' || fault.start === undefined)
    }
  }
})

/** What a server polling these marketplaces has stored, after the expected count is reached and one more poll has run. */
async function storedBy(connectors: readonly Connector[], count: number) {
  const server = await startTestServer({ ROLES: 'api,poll' }, { connectors })
  const pool = openPool(server.databaseUrl, pino({ level: 'silent' }), 1)
  const list = async () =>
    (await pool.db.selectFrom('auction').select('listing').execute()).map(({ listing }) => listing as Auction)
  try {
    const stored = await eventually(async () => {
      const found = await list()
      return found.length >= count && found
    }, `${count} stored listings`)
    const [marketplace] = await new TestUser(server.address).get<{ health: { failures: number } }[]>('/api/marketplaces')
    expect(marketplace?.health.failures).toBe(0)
    return stored
  } finally {
    await pool.end()
  }
}
