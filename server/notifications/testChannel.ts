import type { TestRequest, TestResult } from '../../contract/notifications.ts'
import { HOUR_MS } from '../../contract/time.ts'
import type { Db } from '../database/pool.ts'
import type { Clock } from '../runtime/clock.ts'
import type { SecretBox } from '../runtime/secrets.ts'
import { loadUserSettings } from '../store/notificationSettings.ts'
import type { UserRow } from '../store/users.ts'
import type { Channels, Message, Owner } from './channels/channel.ts'
import { emailOf } from './channels/email/address.ts'
import type { MailQuota } from './channels/email/quota.ts'
import { mailToken } from './channels/email/token.ts'
import { CONFIRM_PATH } from './messages/links.ts'

type Dependencies = {
  db: Db
  clock: Clock
  channels: Channels
  settings: { publicUrl: string }
  mailQuota: MailQuota
}

/**
 * Sends a test message to every target of a channel.
 * @returns the result; undefined when the given device does not exist
 */
export async function testChannel(
  deps: Dependencies,
  user: UserRow,
  { channel, device }: TestRequest,
): Promise<TestResult | undefined> {
  const owner = await ownerOf(deps.db, user)
  return deps.channels[channel].test(contextOf(deps), owner, emptyMessage(deps, user), device)
}

/** Sends the link that confirms the address in the settings. */
export async function sendConfirmation(deps: Dependencies & { secrets: SecretBox }, user: UserRow): Promise<TestResult> {
  const owner = await ownerOf(deps.db, user)
  const { address } = emailOf(owner.stored, user)
  const token = mailToken(deps.secrets, 'confirm', user.id, address)
  const confirmUrl = `${deps.settings.publicUrl}${CONFIRM_PATH}?token=${token}`
  const result = await deps.channels.email.test(contextOf(deps), owner, { ...emptyMessage(deps, user), confirmUrl })
  return result ?? { status: 'notSet', detail: 'no address' }
}

const contextOf = ({ db, clock, mailQuota }: Dependencies) => ({ db, now: () => clock.now(), mailQuota })

const emptyMessage = ({ clock, settings }: Dependencies, { locale, timeZone }: UserRow): Message => ({
  alerts: [],
  locale,
  timeZone,
  publicUrl: settings.publicUrl,
  expiresAt: new Date(clock.now().getTime() + HOUR_MS),
})

async function ownerOf(db: Db, { id }: UserRow): Promise<Owner> {
  const owner = await loadUserSettings(db, id)
  if (!owner) throw new Error('the account is deleted')
  return owner
}
