import { fingerprint, type SecretBox } from '../../../runtime/secrets.ts'
import { setChannelEnabled } from '../../../store/notificationSettings.ts'
import type { ChannelModule, ChannelTraits } from '../channel.ts'
import { createWebhookSender, type WebhookDependencies, type WebhookTarget } from './sender.ts'
import { enterWebhook, maskWebhook, webhookTarget } from './stored.ts'

export const webhookTraits: ChannelTraits = {
  isForHumans: false,
  isSerial: false,
  maxBatch: 1,
  maxAlerts: 1,
  slots: { now: 32, later: 8, slow: 8 },
  isServiceOfUser: true,
}

/** A user's own webhook, called by the Standard Webhooks specification. */
export function createWebhookChannel(
  deps: WebhookDependencies & { secrets: SecretBox },
): ChannelModule<'webhook', WebhookTarget> {
  const { secrets, privateHosts } = deps
  const sender = createWebhookSender(deps)
  return {
    ...sender,
    // Each receiver has a circuit breaker of its own.
    providerOf: ({ url }) => `webhook ${fingerprint(url)}`,
    listTargets({ stored }) {
      const own = webhookTarget(secrets, stored)
      return own ? [{ target: fingerprint(own.url), label: new URL(own.url).host }] : []
    },
    async findTarget(_, { stored }, wanted) {
      const own = webhookTarget(secrets, stored)
      return own && fingerprint(own.url) === wanted ? own : undefined
    },
    disable: (tx, { userId }) => setChannelEnabled(tx, userId, 'webhook', false),
    enable: (tx, { userId }) => setChannelEnabled(tx, userId, 'webhook', true),
    showSettings: ({ stored }) => ({ ...stored.settings.webhook, url: maskWebhook(secrets, stored) }),
    enterSettings(entered, before) {
      const own = enterWebhook(secrets, before, entered.url, { privateHosts })
      if ('error' in own) return { errors: [own.error] }
      const kept = own.secret === undefined ? before?.secrets.webhook : own.secret
      if (entered.enabled && !kept)
        return { errors: [{ path: 'webhook.url', code: 'webhook_missing', message: 'required while the webhook is enabled' }] }
      return { ...own, settings: { ...entered, url: '' } }
    },
    async test(_, { stored }, message) {
      const own = webhookTarget(secrets, stored)
      return own ? sender.send(own, message) : { status: 'notSet', detail: 'no webhook' }
    },
  }
}
