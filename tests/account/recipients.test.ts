import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { MASK } from '../../contract/notifications.ts'
import { shownSettings } from '../../server/account/notificationSettings.ts'
import { deviceLabel, deviceTarget, emailAddress, webhookLabel } from '../../server/account/recipients.ts'
import { openSecretBox } from '../../server/secrets.ts'
import { someSettings } from '../delivery/support.ts'
import { DISCORD_WEBHOOK } from '../support/providers.ts'

const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Edg/140.0`, 'Edge, Windows'],
  [`Mozilla/5.0 (X11; Linux x86_64) ${CHROME}`, 'Chrome, Linux'],
  [`Mozilla/5.0 (Linux; Android 16) ${CHROME}`, 'Chrome, Android'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox, Linux'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) Version/26.0 Mobile/15E148 Safari/604.1', 'Safari, iPhone'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/26.0 Safari/605.1.15', 'Safari, macOS'],
  ['lotwatch-shell/1', 'App'],
  ['', 'App'],
])('"%s" is called %s', (userAgent, label) => {
  expect(deviceLabel({ userAgent })).toBe(label)
})

test('alerts go to the address that was set, else to the account; to a guest who set none, nowhere', () => {
  const set = someSettings({ email: { address: 'alerts@example.org' } })
  expect(emailAddress(set, { email: 'ada@example.org' })).toBe('alerts@example.org')
  expect(emailAddress(someSettings(), { email: 'ada@example.org' })).toBe('ada@example.org')
  expect(emailAddress(someSettings(), { email: '' })).toBeUndefined()
})

test("of a webhook its owner sees the end, and nobody else's eyes could use it", () => {
  const folder = mkdtempSync(join(tmpdir(), 'lotwatch-secrets-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const secrets = openSecretBox(join(folder, 'key'))
  const webhook = `${DISCORD_WEBHOOK.slice(0, -4)}WXYZ`
  const shown = shownSettings(secrets, { settings: someSettings(), discordWebhook: secrets.seal(webhook) })
  expect(shown.discord.webhookUrl).toBe(`https://discord.com/api/webhooks/123456789012345678/${MASK}WXYZ`)
  expect(webhookLabel(webhook)).toBe('Discord …WXYZ')
  expect(shownSettings(secrets, { settings: someSettings(), discordWebhook: null }).discord.webhookUrl).toBe('')
})

test('what is sealed cannot be read with another key, nor when it was changed', () => {
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

test('a device is reached by its token or its subscription, and not at all without one', () => {
  const device = {
    id: 'd',
    userId: 'u',
    deviceKey: 'k',
    kind: 'fcm' as const,
    address: 'token',
    subscription: null,
    userAgent: '',
    createdAt: new Date(0),
    refreshedAt: new Date(0),
    deadAt: null,
  }
  expect(deviceTarget(device)).toEqual({ channel: 'webPush', kind: 'fcm', token: 'token' })
  const subscription = { endpoint: 'https://push.example/x', keys: { p256dh: 'p', auth: 'a' } }
  expect(deviceTarget({ ...device, kind: 'webPush', subscription })).toEqual({
    channel: 'webPush',
    kind: 'webPush',
    subscription,
  })
  expect(deviceTarget({ ...device, kind: 'webPush' })).toBeUndefined()
})
