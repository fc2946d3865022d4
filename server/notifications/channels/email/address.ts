import type { EmailStatus } from '../../../../contract/notifications.ts'
import type { SecretBox } from '../../../runtime/secrets.ts'
import type { StoredSettings } from '../../../store/notificationSettings.ts'
import type { UserRow } from '../../../store/users.ts'
import { mailToken } from './token.ts'

export type EmailTarget = { channel: 'email'; address: string; unsubscribeToken: string; bounceToken: string }

type Settings = Pick<StoredSettings, 'settings' | 'confirmedEmail' | 'bouncedEmail'>
export type EmailOwner = Pick<UserRow, 'email' | 'emailVerified'>

/**
 * A user's mail address: the one set for alerts, or else the account's; empty for a guest without one. Alerts go there only when
 * the status is `ready`: verified by the identity provider or confirmed by a link, and not bounced.
 */
export function emailOf(
  { settings, confirmedEmail, bouncedEmail }: Settings,
  user: EmailOwner,
): { address: string; status: EmailStatus } {
  const address = settings.email.address || user.email
  if (!address) return { address, status: 'missing' }
  if (isSame(address, bouncedEmail)) return { address, status: 'bounced' }
  const isOwn = user.emailVerified && isSame(address, user.email)
  return { address, status: isOwn || isSame(address, confirmedEmail) ? 'ready' : 'unconfirmed' }
}

/** Case-insensitive, as mail servers treat addresses in practice. */
const isSame = (one: string, other: string | null) => one.toLowerCase() === other?.toLowerCase()

export function emailTarget(secrets: SecretBox, userId: string, address: string): EmailTarget {
  return {
    channel: 'email',
    address,
    unsubscribeToken: mailToken(secrets, 'unsubscribe', userId, address),
    bounceToken: mailToken(secrets, 'bounce', userId, address),
  }
}

/**
 * The pattern of HTML's e-mail input (WHATWG) with a dot in the domain. It catches typing errors and excludes header injection.
 */
const EMAIL_PATTERN = /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)+$/i
export const isEmailAddress = (text: string): boolean => EMAIL_PATTERN.test(text)
