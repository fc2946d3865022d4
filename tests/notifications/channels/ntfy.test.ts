import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { MASK } from '../../../contract/notifications.ts'
import type { Message } from '../../../server/notifications/channels/channel.ts'
import { ntfyBody } from '../../../server/notifications/channels/ntfy/message.ts'
import { createNtfySender } from '../../../server/notifications/channels/ntfy/sender.ts'
import { enterTopic, maskTopic, ntfyTarget } from '../../../server/notifications/channels/ntfy/stored.ts'
import { openSecretBox } from '../../../server/runtime/secrets.ts'
import { handMovedClock } from '../../support/clock.ts'
import { startNtfy } from '../../support/ntfy.ts'
import { json, NTFY_TOPIC, type Reply } from '../../support/providers.ts'
import { hostileText } from '../messages/hostileTexts.ts'
import { AUCTION_ID, aMessage, anAlert, NOW } from '../support.ts'
import { impatientOutbound } from './support.ts'

const TOKEN = `tk_${'a1'.repeat(14)}z`
const OTHER_TOKEN = `tk_${'b2'.repeat(14)}z`

async function start(reply?: Reply, isAllowed = true) {
  const clock = handMovedClock(NOW)
  const nowMs = () => clock.now().getTime()
  const ntfy = await startNtfy(nowMs, { private: TOKEN, others: OTHER_TOKEN })
  if (reply) ntfy.usual = reply
  const privateHosts = isAllowed ? [new URL(ntfy.url).host] : []
  const sender = createNtfySender({ outbound: impatientOutbound(nowMs), privateHosts })
  const send = (topic = 'lots', message: Message = aMessage(), token?: string) =>
    sender.send({ channel: 'ntfy', server: ntfy.url, topic, ...(token ? { token } : {}) }, message)
  return { ntfy, clock, send }
}

describe('an alert on ntfy', () => {
  test('names the auction, its facts and its filters, and leads to its page', async () => {
    const { ntfy, send } = await start()
    expect(await send()).toEqual({ status: 'accepted', detail: 'status 200' })
    const page = `https://lotwatch.example/auctions/${AUCTION_ID}`
    expect(ntfy.taken).toEqual([
      {
        topic: 'lots',
        title: 'Leica M6',
        message: expect.stringMatching(/^New match · €125\.50 · 3 bids · ends [^\n]+\nFilter: Cameras$/),
        priority: 3,
        tags: ['mag'],
        click: page,
        actions: [{ action: 'view', label: 'Open in Lotwatch', url: page }],
        attach: 'https://lots.example/a.jpg',
      },
    ])
    expect(ntfy.received[0]?.headers.authorization).toBeUndefined()
  })

  test('of a near end has a high priority, in German too', () => {
    const reminder = anAlert({ kind: 'endingSoon', minutes: 10, auction: { images: ['http://lots.example/a.jpg'] } })
    const body = ntfyBody(aMessage([reminder], { locale: 'de' }), 'lots')
    expect(body).toMatchObject({ priority: 4, tags: ['alarm_clock'], click: expect.stringContaining('/de/auctions/') })
    expect(body.message).toMatch(/^Endet in 10 Minuten · /)
    // Apps show no pictures of http addresses.
    expect(body).not.toHaveProperty('attach')
  })

  test('of a changed price names both prices', () => {
    const change = anAlert({ kind: 'priceChange', from: { amount: 20_000, currency: 'EUR' } })
    expect(ntfyBody(aMessage([change]), 'lots').message).toMatch(/^Price changed · €200\.00 → €125\.50 \(-37%\) · /)
  })

  test('shares one message with others of a digest: the counts, the first titles, how many more', async () => {
    const { ntfy, send } = await start()
    const alerts = Array.from({ length: 12 }, (_, index) => anAlert({ auction: { title: `Leica M${index}` } }))
    await send('lots', aMessage(alerts, { batch: { reason: 'digest', missed: 2 } }))
    expect(ntfy.taken).toMatchObject([
      { title: '12 alerts', priority: 3, tags: ['inbox_tray'], click: 'https://lotwatch.example/auctions' },
    ])
    const lines = ntfy.taken[0]?.message.split('\n') ?? []
    expect(lines).toHaveLength(12)
    expect(lines.slice(0, 2)).toEqual(['12 new matches · 2 ended meanwhile', 'Leica M0 · €125.50'])
    expect(lines.at(-1)).toBe('and 2 more')
  })

  test('can be tried out', async () => {
    const { ntfy, send } = await start()
    expect((await send('lots', aMessage([]))).status).toBe('accepted')
    expect(ntfy.taken).toMatchObject([{ title: 'Lotwatch test', click: 'https://lotwatch.example/account' }])
  })

  test('observes all limits with any texts, which stay plain', async () => {
    const { ntfy, send, clock } = await start()
    const given = fc.record({
      title: hostileText,
      name: hostileText,
      locale: fc.constantFrom('en' as const, 'de' as const),
      count: fc.integer({ min: 1, max: 14 }),
      batch: fc.option(fc.constant({ reason: 'quietHours' as const, missed: 3 }), { nil: undefined }),
    })
    await fc.assert(
      fc.asyncProperty(given, async ({ title, name, locale, count, batch }) => {
        clock.move(5000)
        const alert = anAlert({ auction: { title, images: [`https://lots.example/${'水'.repeat(900)}`] }, filterNames: [name] })
        const alerts = Array<typeof alert>(batch ? count : 1).fill(alert)
        expect(await send('lots', aMessage(alerts, { locale, ...(batch ? { batch } : {}) }))).toMatchObject({
          status: 'accepted',
        })
        const body = ntfy.received.at(-1)?.body.toString() ?? ''
        expect(body).not.toMatch(/"markdown"|"attach"|\\u202e|\\ud[89a-f]|\\u0000/i)
        expect(ntfy.taken.at(-1)?.title).not.toMatch(/[\n\r]/)
      }),
      { seed: 20261120, numRuns: 100 },
    )
  })

  test('with an encoded word as its title shows it as it is', () => {
    const title = '=?UTF-8?B?4oCuZ3Bq?='
    expect(ntfyBody(aMessage([anAlert({ auction: { title } })]), 'lots').title).toBe('= ?UTF-8?B?4oCuZ3Bq?=')
  })

  test('goes to no private address unless the operator allows it', async () => {
    const { ntfy, send } = await start(undefined, false)
    expect(await send()).toEqual({ status: 'rejected', detail: 'address refused', isLocal: true })
    expect(ntfy.received).toEqual([])
  })
})

describe('an access token', () => {
  test('opens its topic', async () => {
    const { ntfy, send } = await start()
    expect((await send('private', aMessage(), TOKEN)).status).toBe('accepted')
    expect(ntfy.received[0]?.headers.authorization).toBe(`Bearer ${TOKEN}`)
  })

  test.each([
    ['that is missing', undefined, 'status 403 (40301), access refused'],
    ['of somebody else', OTHER_TOKEN, 'status 403 (40301), access refused'],
    ['that does not exist', `tk_${'x'.repeat(29)}`, 'status 401 (40101), access refused'],
  ])('%s makes the target dead', async (_, token, detail) => {
    const { send } = await start()
    expect(await send('private', aMessage(), token)).toEqual({ status: 'dead', detail })
  })
})

test('60 alerts at once are accepted; then one every five seconds', async () => {
  const { ntfy, clock, send } = await start()
  for (let call = 0; call < 60; call++) expect((await send()).status).toBe('accepted')
  expect(await send()).toEqual({ status: 'throttled', detail: 'status 429 (42901)', retryAfterMs: 5000 })
  clock.move(5000)
  expect((await send()).status).toBe('accepted')
  expect(ntfy.taken).toHaveLength(61)
})

describe('the answer', () => {
  test.each<[string, Reply, object]>([
    ['401 of a proxy', { status: 401, body: '<html>' }, { status: 'dead', detail: 'status 401, access refused' }],
    ['404', { status: 404, body: '<html>' }, { status: 'dead', detail: 'status 404, no ntfy server' }],
    ['400', json(400, { code: 40010 }), { status: 'rejected', detail: 'status 400 (40010)' }],
    ['413', json(413, { code: 41303 }), { status: 'rejected', detail: 'status 413 (41303)' }],
    ['429 with a pause', { status: 429, headers: { 'retry-after': '30' } }, { status: 'throttled', retryAfterMs: 30_000 }],
    ['429 of the day', json(429, { code: 42908 }), { status: 'throttled', retryAfterMs: 3_600_000 }],
    ['500', json(500, { code: 50001 }), { status: 'retry', detail: 'status 500 (50001)' }],
    ['503', { status: 503, headers: { 'retry-after': '3' } }, { status: 'throttled', retryAfterMs: 3000 }],
    ['507', json(507, { code: 50701 }), { status: 'retry', detail: 'status 507 (50701)' }],
    ['a redirect', { status: 308, headers: { location: 'http://127.0.0.1:9/' } }, { status: 'rejected' }],
    ['none, cut off', 'cut', { status: 'retry' }],
    ['none, silence', 'silence', { status: 'retry', detail: 'timeout' }],
    ['200 with a body without end', { status: 200, ending: 'endless' }, { status: 'accepted' }],
  ])('%s', async (_, reply, expected) => {
    const { send } = await start(reply)
    expect(await send()).toMatchObject(expected)
  })
})

describe('a topic that is entered', () => {
  function aBox() {
    const folder = mkdtempSync(join(tmpdir(), 'lotwatch-secrets-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const secrets = openSecretBox(join(folder, 'key'))
    const enter = (address: string, token = '', before?: Buffer | null) =>
      enterTopic(secrets, before ? { secrets: { ntfy: before } } : undefined, { address, token }, { privateHosts: ['ntfy.lan'] })
    /** The secret of an entry that is accepted. */
    const saved = (...entry: Parameters<typeof enter>) => {
      const result = enter(...entry)
      if ('error' in result) throw new Error(result.error.message)
      return result.secret
    }
    const read = (secret: Buffer | null) => {
      const stored = { secrets: secret ? { ntfy: secret } : {} }
      return { target: ntfyTarget(secrets, stored), shown: maskTopic(secrets, stored) }
    }
    return { enter, saved, read }
  }

  test('is shown masked, and stays when it comes back so', () => {
    const { saved, read } = aBox()
    const first = saved(`${NTFY_TOPIC}/#x`, TOKEN)
    const shown = { address: `https://ntfy.sh/${MASK}Kd2p`, token: `${MASK}${TOKEN.slice(-4)}` }
    const target = { channel: 'ntfy', server: 'https://ntfy.sh', topic: 'lots-x7Kd2p', token: TOKEN }
    expect(read(first)).toEqual({ target, shown })
    expect(read(saved(shown.address, shown.token, first))).toEqual({ target, shown })
    expect(first?.toString('latin1')).not.toContain('lots')
    expect(read(saved(shown.address, '', first)).target).not.toHaveProperty('token')
    expect(read(saved('', shown.token, first))).toEqual({ target: undefined, shown: { address: '', token: '' } })
  })

  test('keeps its token at its server, and takes it to no other', () => {
    const { saved, read } = aBox()
    const first = saved(NTFY_TOPIC, TOKEN)
    const masked = read(first).shown.token
    expect(read(saved('https://ntfy.sh/other', masked, first)).target?.token).toBe(TOKEN)
    expect(read(saved('https://evil.example/other', masked, first)).target).not.toHaveProperty('token')
  })

  test.each([
    'http://ntfy.sh/lots',
    'https://10.0.0.1/lots',
    'https://ada:word@ntfy.sh/lots',
    'https://ntfy.sh:25/lots',
    'https://ntfy.sh/',
    'https://ntfy.sh/a/b',
    'https://ntfy.sh/lots?up=1',
    'https://ntfy.sh/l%C3%B6ts',
    `https://ntfy.sh/${'x'.repeat(65)}`,
    'ntfy.sh/lots',
  ])('is refused: %s', (address) => {
    expect(aBox().enter(address)).toMatchObject({ error: { path: 'ntfy.address', code: 'topic_invalid' } })
  })

  test('may be on a host that the operator allows', () => {
    const { saved, read } = aBox()
    expect(read(saved('http://ntfy.lan/lots')).target).toMatchObject({ server: 'http://ntfy.lan', topic: 'lots' })
  })

  test.each(['secret', 'tk_', 'tk_a b', 'tk_a\r\nx: y', `${TOKEN}ä`])('is refused with this token: %j', (token) => {
    expect(aBox().enter(NTFY_TOPIC, token)).toMatchObject({ error: { path: 'ntfy.token', code: 'token_invalid' } })
  })
})
