import type { SecretBox } from '../../../runtime/secrets.ts'
import { forgetBounce, markEmailBounced } from '../../../store/notificationSettings.ts'
import type { ChannelModule, ChannelTraits } from '../channel.ts'
import { type EmailTarget, emailOf, emailTarget, isEmailAddress } from './address.ts'
import { createEmailSender, type EmailDependencies } from './sender.ts'

export const emailTraits: ChannelTraits = {
  isForHumans: true,
  isSerial: false,
  // A mail shows each alert.
  maxBatch: 50,
  maxAlerts: 1,
  slots: { now: 16, later: 4, slow: 4 },
  // The last: it is read latest.
  fallbackOrder: 90,
}

/** Mails to an address that the identity provider has verified, or whose owner has confirmed it. */
export function createEmailChannel(deps: EmailDependencies & { secrets: SecretBox }): ChannelModule<'email', EmailTarget> {
  const { secrets } = deps
  const sender = createEmailSender(deps)
  return {
    ...sender,
    providerOf: () => 'email',
    listTargets({ user, stored }) {
      const { status, address } = emailOf(stored, user)
      return status === 'ready' ? [{ target: address, label: address }] : []
    },
    async findTarget(_, { user, stored }, wanted) {
      const { status, address } = emailOf(stored, user)
      return status === 'ready' && address === wanted ? emailTarget(secrets, user.id, address) : undefined
    },
    disable: (tx, { userId, target }) => markEmailBounced(tx, userId, target),
    enable: (tx, { userId, target }) => forgetBounce(tx, userId, target),
    showSettings: ({ user, stored }) => ({ ...stored.settings.email, status: emailOf(stored, user).status }),
    enterSettings({ status: _, ...settings }) {
      if (settings.address === '' || isEmailAddress(settings.address)) return { settings }
      return { errors: [{ path: 'email.address', code: 'email_invalid', message: 'not an e-mail address' }] }
    },
    // No confirmation needed: the user requests it now and sees whether it arrives.
    async test({ mailQuota }, { user, stored }, message) {
      const { address, status } = emailOf(stored, user)
      if (!address) return { status: 'notSet', detail: 'no address' }
      if (status !== 'ready' && !(await mailQuota(address)))
        return { status: 'throttled', detail: 'limit of mails to this address reached today' }
      return sender.send(emailTarget(secrets, user.id, address), message)
    },
  }
}
