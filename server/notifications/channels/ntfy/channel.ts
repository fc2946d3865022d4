import { fingerprint, type SecretBox } from '../../../runtime/secrets.ts'
import { setChannelEnabled } from '../../../store/notificationSettings.ts'
import type { ChannelModule, ChannelTraits } from '../channel.ts'
import { tailOf } from '../mask.ts'
import { createNtfySender, type NtfyDependencies, type NtfyTarget } from './sender.ts'
import { enterTopic, maskTopic, ntfyTarget, openTopic } from './stored.ts'

export const ntfyTraits: ChannelTraits = {
  isForHumans: true,
  // A burst would use up the requests that a server grants one address.
  isSerial: true,
  maxBatch: 500,
  maxAlerts: 1,
  slots: { now: 32, later: 8, slow: 8 },
  isServiceOfUser: true,
  // After Discord and before e-mail, so that users of Discord are alerted there as early as without ntfy.
  fallbackOrder: 20,
}

/** A topic of ntfy, at ntfy.sh or at a server of the user's own. */
export function createNtfyChannel(deps: NtfyDependencies & { secrets: SecretBox }): ChannelModule<'ntfy', NtfyTarget> {
  const { secrets, privateHosts } = deps
  const sender = createNtfySender(deps)
  return {
    ...sender,
    providerOf: ({ server }) => `ntfy ${new URL(server).host}`,
    listTargets({ stored }) {
      const own = openTopic(secrets, stored)
      return own ? [{ target: fingerprint(own.address), label: `${new URL(own.address).host} …${tailOf(own.address)}` }] : []
    },
    async findTarget(_, { stored }, wanted) {
      const own = openTopic(secrets, stored)
      return own && fingerprint(own.address) === wanted ? ntfyTarget(secrets, stored) : undefined
    },
    disable: (tx, { userId }) => setChannelEnabled(tx, userId, 'ntfy', false),
    enable: (tx, { userId }) => setChannelEnabled(tx, userId, 'ntfy', true),
    showSettings: ({ stored }) => ({ ...stored.settings.ntfy, ...maskTopic(secrets, stored) }),
    enterSettings(entered, before) {
      const own = enterTopic(secrets, before, entered, { privateHosts })
      if ('error' in own) return { errors: [own.error] }
      if (entered.enabled && !own.secret)
        return { errors: [{ path: 'ntfy.address', code: 'topic_missing', message: 'required while ntfy is enabled' }] }
      return { ...own, settings: { ...entered, address: '', token: '' } }
    },
    async test(_, { stored }, message) {
      const own = ntfyTarget(secrets, stored)
      return own ? sender.send(own, message) : { status: 'notSet', detail: 'no topic' }
    },
  }
}
