import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { MASK } from '../../../contract/notifications.ts'
import type { Owner } from '../../../server/notifications/channels/channel.ts'
import { emailOf } from '../../../server/notifications/channels/email/address.ts'
import { isMailToken, type MailPurpose, mailToken, userOfToken } from '../../../server/notifications/channels/email/token.ts'
import { pushTarget } from '../../../server/notifications/channels/webPush/target.ts'
import { openSecretBox } from '../../../server/runtime/secrets.ts'
import type { ChannelSecrets } from '../../../server/store/notificationSettings.ts'
import { scriptedChannels } from '../../support/channels.ts'
import { DISCORD_WEBHOOK } from '../../support/providers.ts'
import { someSettings } from '../support.ts'

describe('mails', () => {
  const ada = { email: 'ada@example.org', emailVerified: true }
  const stored = (address = '', known: { confirmedEmail?: string; bouncedEmail?: string } = {}) => ({
    settings: someSettings({ email: { address } }),
    confirmedEmail: null,
    bouncedEmail: null,
    ...known,
  })

  test.each([
    ['the account, verified', stored(), ada, 'ada@example.org', 'ready'],
    ['the account, not verified', stored(), { ...ada, emailVerified: false }, 'ada@example.org', 'unconfirmed'],
    [
      'the account, confirmed here',
      stored('', { confirmedEmail: 'ADA@example.org' }),
      { ...ada, emailVerified: false },
      'ada@example.org',
      'ready',
    ],
    ['an address that was set', stored('alerts@example.org'), ada, 'alerts@example.org', 'unconfirmed'],
    [
      'one that was confirmed',
      stored('alerts@example.org', { confirmedEmail: 'alerts@example.org' }),
      ada,
      'alerts@example.org',
      'ready',
    ],
    [
      'another than was confirmed',
      stored('new@example.org', { confirmedEmail: 'alerts@example.org' }),
      ada,
      'new@example.org',
      'unconfirmed',
    ],
    ['one that mails came back from', stored('', { bouncedEmail: 'Ada@example.org' }), ada, 'ada@example.org', 'bounced'],
    ['another than mails came back from', stored('', { bouncedEmail: 'old@example.org' }), ada, 'ada@example.org', 'ready'],
    ['nobody: a guest who set none', stored(), { email: '', emailVerified: false }, '', 'missing'],
  ] as const)('go to %s', (_, settings, user, address, status) => {
    expect(emailOf(settings, user)).toEqual({ address, status })
  })
})

test('a token in a mail is valid only for its purpose, user and address', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lotwatch-secrets-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const secrets = openSecretBox(join(folder, 'key'))
  const [ada, ben] = ['01930000-0000-7000-8000-00000000000a', '01930000-0000-7000-8000-00000000000b']
  const token = mailToken(secrets, 'confirm', ada, 'ada@example.org')
  expect(token).toMatch(/^[\da-f]{52}$/)
  expect(userOfToken(token)).toBe(ada)
  const isGood = (purpose: MailPurpose, given = token, user = ada, address = 'Ada@Example.org') =>
    isMailToken(secrets, purpose, given, user, address)
  expect(isGood('confirm')).toBe(true)
  expect(isGood('unsubscribe')).toBe(false)
  expect(isGood('bounce')).toBe(false)
  expect(isGood('confirm', token, ben)).toBe(false)
  expect(isGood('confirm', token, ada, 'ben@example.org')).toBe(false)
  expect(isGood('confirm', `${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`)).toBe(false)
  expect(isMailToken(openSecretBox(join(folder, 'other')), 'confirm', token, ada, 'ada@example.org')).toBe(false)
  for (const nonsense of ['', 'x', token.toUpperCase(), `${token}0`]) expect(userOfToken(nonsense)).toBeUndefined()
})

test('the owner of a webhook sees only the end of its URL, which is no way to call it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lotwatch-secrets-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const secrets = openSecretBox(join(folder, 'key'))
  const webhook = `${DISCORD_WEBHOOK.slice(0, -4)}WXYZ`
  const { discord } = scriptedChannels({ clock: { now: () => new Date(0) }, secrets }, async () => {
    throw new Error('nothing is sent')
  })
  const ownerOf = (kept: ChannelSecrets): Owner => ({
    user: { id: 'ada' } as Owner['user'],
    stored: { settings: someSettings(), confirmedEmail: null, bouncedEmail: null, secrets: kept },
  })
  const owner = ownerOf({ discord: secrets.seal(webhook) })
  expect(discord.showSettings(owner).webhookUrl).toBe(`https://discord.com/api/webhooks/123456789012345678/${MASK}WXYZ`)
  expect(discord.listTargets(owner, [], new Date(0))).toMatchObject([{ label: 'Discord …WXYZ' }])
  expect(discord.showSettings(ownerOf({})).webhookUrl).toBe('')
})

test('a sealed value cannot be opened with another key or after modification', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lotwatch-secrets-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const secrets = openSecretBox(join(folder, 'key'))
  const sealed = secrets.seal(DISCORD_WEBHOOK)
  expect(sealed.toString('latin1')).not.toContain('discord')
  expect(openSecretBox(join(folder, 'key')).open(sealed)).toBe(DISCORD_WEBHOOK)
  expect(() => openSecretBox(join(folder, 'other')).open(sealed)).toThrow()
  const last = sealed.length - 1
  sealed[last] = (sealed[last] ?? 0) ^ 1
  expect(() => secrets.open(sealed)).toThrow()
})

test('a device is reached by its token or subscription, and not without one', () => {
  const device = {
    id: 'd',
    userId: 'u',
    sessionId: null,
    deviceKey: 'k',
    kind: 'fcm' as const,
    address: 'token',
    subscription: null,
    userAgent: '',
    createdAt: new Date(0),
    refreshedAt: new Date(0),
    shownAt: null,
    ...{ deadAt: null, deadReason: null, deadDetail: null },
    ...{ testId: null, testAt: null, testStatus: null, testDetail: null, testShownAt: null },
  }
  expect(pushTarget(device)).toEqual({ channel: 'webPush', kind: 'fcm', token: 'token' })
  const subscription = { endpoint: 'https://push.example/x', keys: { p256dh: 'p', auth: 'a' } }
  expect(pushTarget({ ...device, kind: 'webPush', subscription })).toEqual({
    channel: 'webPush',
    kind: 'webPush',
    subscription,
  })
  expect(pushTarget({ ...device, kind: 'webPush' })).toBeUndefined()
})
