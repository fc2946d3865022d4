import type { TestRequest, TestResult } from '../../contract/notifications.ts'
import { HOUR_MS } from '../../contract/time.ts'
import type { Db } from '../database/pool.ts'
import type { Message, Senders } from '../notifications/channels/channel.ts'
import { CONFIRM_PATH } from '../notifications/messages/links.ts'
import type { SecretBox } from '../runtime/secrets.ts'
import { loadNotificationSettings, type StoredSettings } from '../store/notificationSettings.ts'
import type { UserRow } from '../store/users.ts'
import { emailOf, emailTarget } from './emailTarget.ts'
import type { MailQuota } from './mailQuota.ts'
import { mailToken } from './mailToken.ts'
import { ownWebhookTarget } from './ownWebhook.ts'
import { openWebhook } from './recipients.ts'
import { testPush } from './testPush.ts'

type Dependencies = {
  db: Db
  clock: { now: () => Date }
  secrets: SecretBox
  senders: Senders
  settings: { publicUrl: string }
  mailQuota: MailQuota
}

/**
 * Sends a test message to every target of a channel.
 * @returns the result; undefined when the given device does not exist
 */
export async function testChannel(
  deps: Dependencies,
  user: UserRow,
  { channel, device }: TestRequest,
): Promise<TestResult | undefined> {
  const { db, secrets, senders } = deps
  const message = emptyMessage(deps, user)
  if (channel === 'webPush') return testPush(deps, user.id, message, device)
  const stored = await settingsOf(db, user)
  // No confirmation needed: the user requests it now and sees whether it arrives.
  if (channel === 'email') return sendMail(deps, user, stored, message)
  if (channel === 'discord') {
    const webhookUrl = openWebhook(secrets, stored)
    return webhookUrl
      ? senders.discord.send({ channel, webhookUrl, format: stored.settings.discord.format }, message)
      : { status: 'notSet', detail: 'no webhook' }
  }
  const own = ownWebhookTarget(secrets, stored)
  return own ? senders.webhook.send(own, message) : { status: 'notSet', detail: 'no webhook' }
}

/** Sends the link that confirms the address in the settings. */
export async function sendConfirmation(deps: Dependencies, user: UserRow): Promise<TestResult> {
  const stored = await settingsOf(deps.db, user)
  const { address } = emailOf(stored, user)
  const token = mailToken(deps.secrets, 'confirm', user.id, address)
  return sendMail(deps, user, stored, {
    ...emptyMessage(deps, user),
    confirmUrl: `${deps.settings.publicUrl}${CONFIRM_PATH}?token=${token}`,
  })
}

async function sendMail(deps: Dependencies, user: UserRow, stored: StoredSettings, message: Message): Promise<TestResult> {
  const { address, status } = emailOf(stored, user)
  if (!address) return { status: 'notSet', detail: 'no address' }
  if (status !== 'ready' && !(await deps.mailQuota(address)))
    return { status: 'throttled', detail: 'limit of mails to this address reached today' }
  return deps.senders.email.send(emailTarget(deps.secrets, user.id, address), message)
}

const emptyMessage = ({ clock, settings }: Dependencies, { locale, timeZone }: UserRow): Message => ({
  alerts: [],
  locale,
  timeZone,
  publicUrl: settings.publicUrl,
  expiresAt: new Date(clock.now().getTime() + HOUR_MS),
})

async function settingsOf(db: Db, user: UserRow): Promise<StoredSettings> {
  const stored = (await loadNotificationSettings(db, [user.id])).get(user.id)
  if (!stored) throw new Error('no notification settings for the user')
  return stored
}
