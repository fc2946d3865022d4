import type { Outbound } from '../../outbound/fetch.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Settings } from '../../settings.ts'
import type { Senders } from './channel.ts'
import { createDiscordSender } from './discord/sender.ts'
import { createEmailSender } from './email/sender.ts'
import { createWebhookSender } from './webhook/sender.ts'
import { createFcm } from './webPush/fcm.ts'
import { sendWebPush } from './webPush/sender.ts'
import type { VapidKeys } from './webPush/vapid.ts'

export type SenderDependencies = { outbound: Outbound; vapid: VapidKeys; clock: Clock }

export function createSenders(
  settings: Settings,
  { outbound, vapid, clock }: SenderDependencies,
): Senders & { close(): Promise<void> } {
  const { fcm: fcmSettings, push, discordUrl, mail, publicUrl, webhookHosts } = settings
  const email = createEmailSender({ smtpUrl: mail.smtpUrl, from: mail.from, bounces: mail.bounces, publicUrl })
  const fcm = fcmSettings.serviceAccount
    ? createFcm({
        outbound,
        clock,
        url: fcmSettings.url,
        serviceAccount: fcmSettings.serviceAccount,
        privateHosts: [new URL(fcmSettings.url).host],
      })
    : undefined
  return {
    discord: createDiscordSender({ outbound, clock, url: discordUrl, privateHosts: [new URL(discordUrl).host] }),
    email,
    webhook: createWebhookSender({ outbound, clock, privateHosts: webhookHosts }),
    webPush: {
      async send(target, message) {
        if (target.kind === 'webPush') return sendWebPush({ outbound, vapid, clock, origins: push.origins }, target, message)
        return fcm ? fcm(target, message) : { status: 'misconfigured', detail: 'no Firebase service account is set' }
      },
    },
    close: async () => email.close(),
  }
}
