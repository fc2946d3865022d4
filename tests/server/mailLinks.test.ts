import { describe, expect, test } from 'vitest'
import { DEFAULT_NOTIFICATION_SETTINGS, type NotificationSettings } from '../../contract/notifications.ts'
import { type MailServer, smtpRefusal, startMailServer } from '../support/mailServer.ts'
import { ScriptedMarketplace } from '../support/scriptedMarketplace.ts'
import { eventually, startTestServer, TestUser } from '../support/server.ts'

const SETTINGS = '/api/notifications/settings'
const BOUNCE_SECRET = 'a secret of the mail server'

async function start(claims: Parameters<typeof TestUser.signIn>[1] = { provider: 'password', email: 'ada@example.org' }) {
  const marketplace = new ScriptedMarketplace()
  const mail = await startMailServer()
  const { address } = await startTestServer(
    {
      ROLES: 'api,poll,match,deliver',
      SMTP_URL: mail.url,
      MAIL_BOUNCES: 'bounces@lotwatch.example',
      MAIL_BOUNCE_SECRET: BOUNCE_SECRET,
      PUBLIC_URL: 'https://lotwatch.example',
    },
    { connectors: [marketplace.connector] },
  )
  const user = await TestUser.signIn(address, claims)
  await marketplace.polled()
  await user.call('POST', '/api/filters', { name: 'x', keywords: 'leica' })
  let lots = 0
  const settings = () => user.get<NotificationSettings>(SETTINGS)
  return {
    address,
    user,
    mail,
    settings,
    setAddress: async (email: string) =>
      user.call('PUT', SETTINGS, {
        ...DEFAULT_NOTIFICATION_SETTINGS,
        email: { ...DEFAULT_NOTIFICATION_SETTINGS.email, address: email },
      }),
    /** Something that matches is listed, and all that is to be said of it has been said. */
    async list() {
      const title = `Leica ${++lots}`
      marketplace.put(`lot${lots}`, { title })
      const deliveries = () => user.get<{ items: { status: string }[] }>('/api/notifications/deliveries?limit=200')
      const found = () => user.get<{ items: { auction: { title: string } }[] }>('/api/matches')
      await eventually(async () => (await found()).items.some(({ auction }) => auction.title === title), 'the match')
      await eventually(
        async () => (await deliveries()).items.every(({ status }) => !['waiting', 'sending'].includes(status)),
        'the deliveries',
      )
    },
    /** The page or act behind a link of a mail, wherever it says it is. */
    async open(link: string, init: RequestInit = {}) {
      const { pathname, search } = new URL(link)
      const response = await fetch(address + pathname + search, { redirect: 'manual', ...init })
      return { status: response.status, headers: response.headers, text: await response.text() }
    },
  }
}

const subjects = ({ mails }: MailServer) => mails.map(({ raw }) => /^Subject: (.*)$/m.exec(raw)?.[1])
const unfolded = (raw = '') =>
  raw
    .replace(/\r\n[ \t]+/g, '')
    .replace(/=\r\n/g, '')
    .replaceAll('=3D', '=')
const linkIn = (raw: string | undefined, path: string) =>
  new RegExp(`https://lotwatch\\.example${path}\\?token=[\\da-f]{52}`).exec(unfolded(raw))?.[0] ?? ''

describe('an unverified address', () => {
  test('gets no alerts until its owner has confirmed it, but test messages', async () => {
    const { user, mail, settings, setAddress, list, open } = await start()
    expect((await settings()).email.status).toBe('ready')
    const saved = await setAddress('alerts@example.org')
    expect((saved.body as NotificationSettings).email).toMatchObject({ address: 'alerts@example.org', status: 'unconfirmed' })
    await list()
    expect(mail.mails).toEqual([])

    expect((await user.call('POST', '/api/notifications/test', { channel: 'email' })).body).toMatchObject({ status: 'accepted' })
    expect((await user.call('POST', '/api/notifications/email/confirmation')).body).toMatchObject({ status: 'accepted' })
    expect(mail.mails.map(({ to }) => to)).toEqual([['alerts@example.org'], ['alerts@example.org']])
    const link = linkIn(mail.mails[1]?.raw, '/api/mail/confirm')

    // As a virus scanner looks at it.
    const page = await open(link)
    expect(page).toMatchObject({ status: 200, text: expect.stringContaining('alerts@example.org') })
    expect((await settings()).email.status).toBe('unconfirmed')

    expect(await open(link, { method: 'POST' })).toMatchObject({ status: 200, text: expect.stringContaining('Confirmed') })
    expect((await settings()).email.status).toBe('ready')
    await list()
    expect(mail.mails.at(-1)?.to).toEqual(['alerts@example.org'])
    expect(subjects(mail)).toHaveLength(3)
  })

  test("may be the account's own, if the identity provider has not verified it", async () => {
    const { mail, settings, list } = await start({ provider: 'password', email: 'ada@example.org', email_verified: false })
    expect((await settings()).email.status).toBe('unconfirmed')
    await list()
    expect(mail.mails).toEqual([])
  })
})

test('a mailbox cannot be flooded by users who enter its address', async () => {
  const { address, mail } = await start()
  const results: string[] = []
  for (let stranger = 0; stranger < 3; stranger++) {
    const user = await TestUser.signIn(address)
    const { email } = DEFAULT_NOTIFICATION_SETTINGS
    await user.call('PUT', SETTINGS, {
      ...DEFAULT_NOTIFICATION_SETTINGS,
      email: { ...email, address: `Victim@${stranger ? 'example' : 'Example'}.org` },
    })
    for (let times = 0; times < 2; times++) {
      const { body } = await user.call('POST', '/api/notifications/email/confirmation')
      results.push((body as { status: string }).status)
    }
  }
  expect(results).toEqual([...Array(5).fill('accepted'), 'throttled'])
  expect(mail.mails).toHaveLength(5)
})

describe('the link to stop mails', () => {
  test('does nothing on GET, and unsubscribes on POST by mail program or page', async () => {
    for (const [type, body] of [
      ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
      [
        'multipart/form-data; boundary=b',
        '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--',
      ],
    ] as const) {
      const { mail, settings, list, open } = await start()
      await list()
      const raw = unfolded(mail.mails[0]?.raw)
      expect(raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
      const link = linkIn(/^List-Unsubscribe:.*$/m.exec(raw)?.[0], '/api/mail/unsubscribe')
      const page = await open(link)
      expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
      expect((await settings()).email.enabled).toBe(true)

      expect((await open(link, { method: 'POST', headers: { 'content-type': type }, body })).status).toBe(200)
      expect((await settings()).email.enabled).toBe(false)
      await list()
      expect(mail.mails).toHaveLength(1)
      // A second click says the same.
      expect((await open(link, { method: 'POST' })).status).toBe(200)
    }
  })

  test("is in the reader's language, cannot be framed, and does not leak its URL", async () => {
    const { user, mail, list, open } = await start()
    await user.call('PATCH', '/api/user/me', { locale: 'de' })
    await list()
    const { text, headers } = await open(linkIn(mail.mails[0]?.raw, '/api/mail/unsubscribe'))
    expect(text).toContain('<html lang="de">')
    expect(text).toContain('Keine Mails mehr von Lotwatch?')
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test('is valid only for its purpose, and while mails go to the address', async () => {
    const { mail, settings, setAddress, list, open } = await start()
    await list()
    const link = linkIn(mail.mails[0]?.raw, '/api/mail/unsubscribe')
    const forged = [
      link.replace('unsubscribe', 'confirm'),
      link.slice(0, -1) + (link.endsWith('0') ? '1' : '0'),
      link.replace(/token=.*/, 'token='),
      link.replace(/\?.*/, ''),
      `${link}&token=x`,
    ]
    for (const address of forged) {
      for (const method of ['GET', 'POST']) expect((await open(address, { method })).status, `${method} ${address}`).toBe(404)
    }
    await setAddress('other@example.org')
    const stale = await open(link, { method: 'POST', headers: { 'accept-language': 'de' } })
    expect(stale).toMatchObject({ status: 404, text: expect.stringContaining('Dieser Link gilt nicht mehr') })
    expect((await settings()).email.enabled).toBe(true)
  })
})

describe('bounces', () => {
  const report = (to: string, status: string) =>
    [
      `To: ${to}`,
      'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
      '',
      '--b',
      'Content-Type: message/delivery-status',
      '',
      'Final-Recipient: rfc822; ada@example.org',
      'Action: failed',
      `Status: ${status}`,
      '',
      '--b--',
    ].join('\r\n')
  const bringBack = (address: string, body: string, secret = BOUNCE_SECRET) =>
    fetch(`${address}/api/mail/bounces`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'message/rfc822' },
      body,
    })

  test('stop mails to their address until its owner confirms it', async () => {
    const { address, user, mail, settings, list, open } = await start()
    await list()
    const returnPath = mail.mails[0]?.from ?? ''
    expect(returnPath).toMatch(/^bounces\+[\da-f]{52}@lotwatch\.example$/)

    expect((await bringBack(address, report(returnPath, '5.1.1'), 'another secret')).status).toBe(401)
    for (const harmless of [
      report(returnPath, '4.4.1'),
      report(returnPath, '5.2.2'),
      report('bounces@lotwatch.example', '5.1.1'),
      'noise',
    ])
      expect((await bringBack(address, harmless)).status).toBe(204)
    const forged = returnPath.replace(/\+(.*)(.)@/, (_, token, last) => `+${token}${last === '0' ? '1' : '0'}@`)
    expect((await bringBack(address, report(forged, '5.1.1'))).status).toBe(204)
    expect((await settings()).email.status).toBe('ready')

    expect((await bringBack(address, report(returnPath, '5.1.1') + 'x'.repeat(200_000))).status).toBe(204)
    expect((await settings()).email).toMatchObject({ enabled: true, status: 'bounced' })
    await list()
    expect(mail.mails).toHaveLength(1)

    await user.call('POST', '/api/notifications/email/confirmation')
    await open(linkIn(mail.mails[1]?.raw, '/api/mail/confirm'), { method: 'POST' })
    expect((await settings()).email.status).toBe('ready')
    await list()
    expect(mail.mails).toHaveLength(3)
  })

  test('at SMTP time: an unknown address gets no further attempt', async () => {
    const { mail, settings, list } = await start()
    mail.refuse.push(smtpRefusal(550, '5.1.1 no such user'))
    await list()
    expect((await settings()).email.status).toBe('bounced')
    await list()
    expect(mail.mails).toEqual([])
  })

  test('are not accepted without a configured mailbox', async () => {
    const { address } = await startTestServer()
    expect((await bringBack(address, report('x@y.example', '5.1.1'))).status).toBe(404)
  })
})
