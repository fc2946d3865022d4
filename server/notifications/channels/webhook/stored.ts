import type { FieldError } from '../../../../contract/errors.ts'
import { MASK, type WebhookSecret } from '../../../../contract/notifications.ts'
import { DAY_MS } from '../../../../contract/time.ts'
import { type FetchPolicy, validateTarget } from '../../../outbound/validateUrl.ts'
import type { SecretBox } from '../../../runtime/secrets.ts'
import type { StoredSettings } from '../../../store/notificationSettings.ts'
import { maskedTail } from '../mask.ts'
import type { WebhookTarget } from './sender.ts'
import { makeWebhookSecret } from './signature.ts'

/** A user's own webhook, as it is encrypted. */
type OwnWebhook = { url: string; secret: string; previous?: { secret: string; until: string } }
type Stored = Pick<StoredSettings, 'secrets'>

/** How long the previous secret still signs, while receivers switch to the new one. */
const ROTATION_MS = DAY_MS

function open(secrets: SecretBox, { secrets: { webhook } }: Stored): OwnWebhook | undefined {
  return webhook ? (JSON.parse(secrets.open(webhook)) as OwnWebhook) : undefined
}

const seal = (secrets: SecretBox, webhook: OwnWebhook) => secrets.seal(JSON.stringify(webhook))

export function webhookTarget(secrets: SecretBox, stored: Stored): WebhookTarget | undefined {
  const webhook = open(secrets, stored)
  if (!webhook) return undefined
  const { url, secret, previous } = webhook
  return { channel: 'webhook', url, secret, ...(previous ? { previous: { ...previous, until: new Date(previous.until) } } : {}) }
}

/** The masked URL, for the owner. Paths of webhooks are often secret. */
export function maskWebhook(secrets: SecretBox, stored: Stored): string {
  const webhook = open(secrets, stored)
  return webhook ? `${new URL(webhook.url).origin}/${maskedTail(webhook.url)}` : ''
}

/**
 * Applies an entered URL to the stored webhook: no `secret` keeps it (the URL came back masked), `null` removes it. A changed URL
 * keeps the signing key.
 */
export function enterWebhook(
  secrets: SecretBox,
  before: Stored | undefined,
  entered: string,
  policy: FetchPolicy,
): { secret?: Buffer | null } | { error: FieldError } {
  if (entered.includes(MASK)) return {}
  if (entered === '') return { secret: null }
  const validated = validateTarget(entered, policy)
  if (validated.verdict === 'refused') {
    const message = `not a callable URL (${validated.fault})`
    return { error: { path: 'webhook.url', code: 'webhook_invalid', message } }
  }
  const known = before && open(secrets, before)
  return { secret: seal(secrets, { secret: makeWebhookSecret(), ...known, url: validated.value.url.href }) }
}

export function readWebhookSecret(secrets: SecretBox, stored: Stored, now: Date): WebhookSecret | undefined {
  const webhook = open(secrets, stored)
  if (!webhook) return undefined
  const { secret, previous } = webhook
  return { secret, ...(previous && new Date(previous.until) > now ? { previousUntil: previous.until } : {}) }
}

/** The webhook with a new secret; undefined if there is no webhook. */
export function renewWebhookSecret(secrets: SecretBox, stored: Stored, now: Date): Buffer | undefined {
  const webhook = open(secrets, stored)
  if (!webhook) return undefined
  const previous = { secret: webhook.secret, until: new Date(now.getTime() + ROTATION_MS).toISOString() }
  return seal(secrets, { url: webhook.url, secret: makeWebhookSecret(), previous })
}
