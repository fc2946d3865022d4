import type { Channel } from '../../contract/notifications.ts'
import type { ChannelModule, Channels, Message, SendResult, Target } from '../../server/notifications/channels/channel.ts'
import { createChannels } from '../../server/notifications/channels/registry.ts'
import type { Outbound } from '../../server/outbound/fetch.ts'
import type { Clock } from '../../server/runtime/clock.ts'
import type { SecretBox } from '../../server/runtime/secrets.ts'
import { readSettings } from '../../server/settings.ts'
import { TELEGRAM_TOKEN } from './providers.ts'

const CALLS_NOTHING: Outbound = {
  fetch: () => Promise.reject(new Error('these tests call no provider')),
  close: async () => {},
}

/** The real channels, whose messages are passed to `send`. */
export function scriptedChannels(
  deps: { clock: Clock; secrets: SecretBox },
  send: (target: Target, message: Message) => Promise<SendResult>,
): Channels {
  const vapid = { subject: '', publicKey: '', privateKey: '' }
  const channels = createChannels(readSettings({ TELEGRAM_BOT_TOKEN: TELEGRAM_TOKEN }), {
    ...deps,
    vapid,
    outbound: CALLS_NOTHING,
  })
  const scripted = Object.entries<ChannelModule>(channels).map(([name, channel]) => [
    name,
    { ...channel, send, ...(channel.delayMs ? { delayMs: () => 0 } : {}) },
  ])
  return Object.fromEntries(scripted)
}

/** The same with another way to send for one channel. */
export const withSend = (channels: Channels, channel: Channel, send: ChannelModule['send']): Channels => ({
  ...channels,
  [channel]: { ...channels[channel], send },
})
