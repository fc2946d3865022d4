import type { NotificationSettings } from '../../../../contract/notifications.ts'
import { MASK } from '../../../../contract/notifications.ts'
import { validateDiscordWebhook } from '../../../outbound/validateUrl.ts'
import { fingerprint, type SecretBox } from '../../../runtime/secrets.ts'
import { type StoredSettings, setChannelEnabled } from '../../../store/notificationSettings.ts'
import type { ChannelModule, ChannelTraits, Owner } from '../channel.ts'
import { maskedTail, tailOf } from '../mask.ts'
import { MAX_DISCORD_ALERTS } from './message.ts'
import { createDiscordSender, type DiscordDependencies, type DiscordTarget } from './sender.ts'

export const discordTraits: ChannelTraits = {
  isForHumans: true,
  // Each answer of a webhook says whether another message is allowed.
  isSerial: true,
  maxBatch: 500,
  maxAlerts: MAX_DISCORD_ALERTS,
  slots: { now: 32, later: 8, slow: 8 },
  fallbackOrder: 10,
}

/** A webhook of a Discord channel, whose URL is its secret. */
export function createDiscordChannel(
  deps: DiscordDependencies & { secrets: SecretBox },
): ChannelModule<'discord', DiscordTarget> {
  const { secrets } = deps
  const sender = createDiscordSender(deps)
  const urlOf = ({ secrets: { discord } }: StoredSettings) => (discord ? secrets.open(discord) : undefined)
  const targetOf = ({ stored }: Owner): DiscordTarget | undefined => {
    const webhookUrl = urlOf(stored)
    return webhookUrl ? { channel: 'discord', webhookUrl, format: stored.settings.discord.format } : undefined
  }

  return {
    ...sender,
    providerOf: () => 'discord',
    listTargets({ stored }) {
      const url = urlOf(stored)
      return url ? [{ target: fingerprint(url), label: `Discord …${tailOf(url)}` }] : []
    },
    async findTarget(_, owner, wanted) {
      const target = targetOf(owner)
      return target && fingerprint(target.webhookUrl) === wanted ? target : undefined
    },
    disable: (tx, { userId }) => setChannelEnabled(tx, userId, 'discord', false),
    enable: (tx, { userId }) => setChannelEnabled(tx, userId, 'discord', true),
    showSettings({ stored }) {
      const url = urlOf(stored)
      return { ...stored.settings.discord, webhookUrl: url ? maskWebhook(url) : '' }
    },
    enterSettings: (entered, before) => enterSettings(secrets, entered, before),
    async test(_, owner, message) {
      const target = targetOf(owner)
      return target ? sender.send(target, message) : { status: 'notSet', detail: 'no webhook' }
    },
  }
}

const maskWebhook = (url: string) => `${url.slice(0, url.lastIndexOf('/') + 1)}${maskedTail(url)}`

/** A masked URL keeps the stored one. */
function enterSettings(
  secrets: SecretBox,
  entered: NotificationSettings['discord'],
  before: StoredSettings | undefined,
): ReturnType<ChannelModule<'discord'>['enterSettings']> {
  const settings = { ...entered, webhookUrl: '' }
  const { webhookUrl, enabled } = entered
  const refuse = (code: 'webhook_invalid' | 'webhook_missing', message: string) => ({
    errors: [{ path: 'discord.webhookUrl', code, message }],
  })
  if (webhookUrl !== '' && !webhookUrl.includes(MASK)) {
    const validated = validateDiscordWebhook(webhookUrl)
    if (validated.verdict === 'refused') return refuse('webhook_invalid', 'not the URL of a Discord webhook')
    return { settings, secret: secrets.seal(validated.value.url) }
  }
  const isKept = webhookUrl !== '' && before?.secrets.discord !== undefined
  if (enabled && !isKept) return refuse('webhook_missing', 'required while Discord is enabled')
  return { settings, ...(isKept ? {} : { secret: null }) }
}
