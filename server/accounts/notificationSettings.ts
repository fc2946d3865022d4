import type { FieldError } from '../../contract/errors.ts'
import { MASK, type NotificationSettings } from '../../contract/notifications.ts'
import type { Tx } from '../database/pool.ts'
import { type FetchPolicy, validateDiscordWebhook } from '../outbound/validateUrl.ts'
import type { SecretBox } from '../runtime/secrets.ts'
import { loadNotificationSettings, type StoredSettings, saveNotificationSettings } from '../store/notificationSettings.ts'
import { type EmailOwner, emailOf } from './emailTarget.ts'
import { enterOwnWebhook, maskOwnWebhook, shownTail } from './ownWebhook.ts'
import { openWebhook } from './recipients.ts'

/** Settings as their owner sees them: webhooks are masked, and the mail address has its status. */
export function shownSettings(secrets: SecretBox, stored: StoredSettings, user: EmailOwner): NotificationSettings {
  const webhook = openWebhook(secrets, stored)
  const { discord, email, ...rest } = stored.settings
  return {
    ...rest,
    discord: { ...discord, webhookUrl: webhook ? maskWebhook(webhook) : '' },
    email: { ...email, status: emailOf(stored, user).status },
    webhook: { enabled: stored.settings.webhook.enabled, url: maskOwnWebhook(secrets, stored) },
  }
}

const maskWebhook = (url: string) => `${url.slice(0, url.lastIndexOf('/') + 1)}${MASK}${shownTail(url)}`

/**
 * Validates and saves the settings that a user entered. A masked webhook keeps the stored one.
 * @param webhookPolicy the allowed targets of the user's own webhook
 */
export async function saveSettings(
  tx: Tx,
  secrets: SecretBox,
  userId: string,
  entered: NotificationSettings,
  webhookPolicy: FetchPolicy,
): Promise<StoredSettings | { errors: FieldError[] }> {
  const before = (await loadNotificationSettings(tx, [userId])).get(userId)
  const errors: FieldError[] = []
  const { webhookUrl } = entered.discord
  let discordWebhook: Buffer | null = null
  if (webhookUrl.includes(MASK)) discordWebhook = before?.discordWebhook ?? null
  else if (webhookUrl !== '') {
    const validated = validateDiscordWebhook(webhookUrl)
    if (validated.verdict === 'refused') {
      errors.push({ path: 'discord.webhookUrl', code: 'webhook_invalid', message: 'not the URL of a Discord webhook' })
    } else discordWebhook = secrets.seal(validated.value.url)
  }
  if (entered.discord.enabled && !discordWebhook && errors.length === 0) {
    errors.push({ path: 'discord.webhookUrl', code: 'webhook_missing', message: 'required while Discord is enabled' })
  }
  const own = enterOwnWebhook(secrets, before, entered.webhook.url, webhookPolicy)
  if ('error' in own) errors.push(own.error)
  else if (entered.webhook.enabled && !(own.webhook === undefined ? before?.webhook : own.webhook)) {
    errors.push({ path: 'webhook.url', code: 'webhook_missing', message: 'required while the webhook is enabled' })
  }
  if (entered.email.address !== '' && !isEmailAddress(entered.email.address)) {
    errors.push({ path: 'email.address', code: 'email_invalid', message: 'not an e-mail address' })
  }
  if (errors.length > 0 || 'error' in own) return { errors }
  const { status: _, ...email } = entered.email
  const settings = {
    ...entered,
    email,
    discord: { ...entered.discord, webhookUrl: '' },
    webhook: { ...entered.webhook, url: '' },
  }
  const stored = { settings, discordWebhook, ...(own.webhook === undefined ? {} : { webhook: own.webhook }) }
  await saveNotificationSettings(tx, userId, stored)
  const { confirmedEmail = null, bouncedEmail = null, webhook = null } = before ?? {}
  return { confirmedEmail, bouncedEmail, webhook, ...stored }
}

/**
 * The pattern of HTML's e-mail input (WHATWG) with a dot in the domain. It catches typing errors and excludes header injection.
 */
const EMAIL_PATTERN = /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)+$/i
const isEmailAddress = (text: string) => EMAIL_PATTERN.test(text)
