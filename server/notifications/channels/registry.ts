import type { Channel } from '../../../contract/notifications.ts'
import type { Outbound } from '../../outbound/fetch.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { SecretBox } from '../../runtime/secrets.ts'
import type { Settings } from '../../settings.ts'
import type { Channels, ChannelTraits } from './channel.ts'
import { createDiscordChannel, discordTraits } from './discord/channel.ts'
import { createEmailChannel, emailTraits } from './email/channel.ts'
import { createNtfyChannel, ntfyTraits } from './ntfy/channel.ts'
import { createTelegramChannel, telegramTraits } from './telegram/channel.ts'
import { createWebhookChannel, webhookTraits } from './webhook/channel.ts'
import { createWebPushChannel, webPushTraits } from './webPush/channel.ts'
import { createFcm } from './webPush/fcm.ts'
import type { VapidKeys } from './webPush/vapid.ts'

export const TRAITS: Readonly<Record<Channel, ChannelTraits>> = {
  discord: discordTraits,
  email: emailTraits,
  ntfy: ntfyTraits,
  telegram: telegramTraits,
  webPush: webPushTraits,
  webhook: webhookTraits,
}

export type ChannelDependencies = { outbound: Outbound; vapid: VapidKeys; clock: Clock; secrets: SecretBox }

export function createChannels(settings: Settings, deps: ChannelDependencies): Channels {
  const { fcm, push, discordUrl, mail, publicUrl, webhookHosts } = settings
  const { serviceAccount, url } = fcm
  return {
    discord: createDiscordChannel({ ...deps, url: discordUrl, privateHosts: [new URL(discordUrl).host] }),
    email: createEmailChannel({ ...deps, smtpUrl: mail.smtpUrl, from: mail.from, bounces: mail.bounces, publicUrl }),
    ntfy: createNtfyChannel({ ...deps, privateHosts: webhookHosts }),
    telegram: createTelegramChannel({ ...deps, ...settings.telegram }),
    webhook: createWebhookChannel({ ...deps, privateHosts: webhookHosts }),
    webPush: createWebPushChannel({
      ...deps,
      origins: push.origins,
      fcm: serviceAccount ? createFcm({ ...deps, url, serviceAccount, privateHosts: [new URL(url).host] }) : undefined,
    }),
  }
}
