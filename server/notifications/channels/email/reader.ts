import type { Db } from '../../../database/pool.ts'
import type { SecretBox } from '../../../runtime/secrets.ts'
import { loadNotificationSettings } from '../../../store/notificationSettings.ts'
import { findUser, type UserRow } from '../../../store/users.ts'
import { emailOf } from './address.ts'
import { isMailToken, type MailPurpose, userOfToken } from './token.ts'

/** The user that a mail token was issued to, while mails still go to that address. */
export async function findMailReader(
  db: Db,
  secrets: SecretBox,
  purpose: MailPurpose,
  token: string,
): Promise<{ user: UserRow; address: string } | undefined> {
  const userId = userOfToken(token)
  const user = userId && (await findUser(db, userId))
  const stored = user && (await loadNotificationSettings(db, [user.id])).get(user.id)
  if (!stored) return undefined
  const { address } = emailOf(stored, user)
  return address && isMailToken(secrets, purpose, token, user.id, address) ? { user, address } : undefined
}
