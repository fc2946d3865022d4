import type { FieldError } from '../../../../contract/errors.ts'
import { MASK, type NotificationSettings } from '../../../../contract/notifications.ts'
import { type FetchPolicy, validateTarget } from '../../../outbound/validateUrl.ts'
import type { SecretBox } from '../../../runtime/secrets.ts'
import type { StoredSettings } from '../../../store/notificationSettings.ts'
import { maskedTail } from '../mask.ts'
import type { NtfyTarget } from './sender.ts'

/** A topic as it is encrypted. At a server without accounts its name is all that is needed to read it, as a password. */
type OwnTopic = { address: string; token?: string }
type Stored = Pick<StoredSettings, 'secrets'>
type Entered = NotificationSettings['ntfy']

/** ntfy takes topics at the root of a host only (`topicPathRegex` in its server.go). */
const TOPIC_PATH = /^\/([-_A-Za-z0-9]{1,64})\/?$/
/** As ntfy makes them: `tk_` and 29 letters and digits. Longer ones of later versions are accepted. */
const TOKEN = /^tk_[A-Za-z0-9]{1,97}$/

export function openTopic(secrets: SecretBox, { secrets: { ntfy } }: Stored): OwnTopic | undefined {
  return ntfy ? (JSON.parse(secrets.open(ntfy)) as OwnTopic) : undefined
}

export function ntfyTarget(secrets: SecretBox, stored: Stored): NtfyTarget | undefined {
  const own = openTopic(secrets, stored)
  if (!own) return undefined
  const { origin, pathname } = new URL(own.address)
  return { channel: 'ntfy', server: origin, topic: pathname.slice(1), ...(own.token ? { token: own.token } : {}) }
}

/** Address and token, masked, for the owner. */
export function maskTopic(secrets: SecretBox, stored: Stored): Pick<Entered, 'address' | 'token'> {
  const own = openTopic(secrets, stored)
  if (!own) return { address: '', token: '' }
  return {
    address: `${new URL(own.address).origin}/${maskedTail(own.address)}`,
    token: own.token ? maskedTail(own.token) : '',
  }
}

/**
 * Applies what was entered to the stored topic: `null` removes it. What comes back masked stays, but a token never goes to
 * another server than the one that it was entered for.
 */
export function enterTopic(
  secrets: SecretBox,
  before: Stored | undefined,
  { address, token }: Pick<Entered, 'address' | 'token'>,
  policy: FetchPolicy,
): { secret: Buffer | null } | { error: FieldError } {
  const known = before && openTopic(secrets, before)
  const chosen = address.includes(MASK) ? known : address === '' ? undefined : validateTopic(address, policy)
  if (!chosen) return { secret: null }
  if ('fault' in chosen) {
    const message = `not the address of a topic (${chosen.fault})`
    return { error: { path: 'ntfy.address', code: 'topic_invalid', message } }
  }
  const isSameServer = known && new URL(known.address).origin === new URL(chosen.address).origin
  const kept = isSameServer ? known.token : undefined
  const chosenToken = token.includes(MASK) ? kept : token
  if (chosenToken && !TOKEN.test(chosenToken))
    return { error: { path: 'ntfy.token', code: 'token_invalid', message: 'not an access token of ntfy (tk_…)' } }
  const own: OwnTopic = { address: chosen.address, ...(chosenToken ? { token: chosenToken } : {}) }
  return { secret: secrets.seal(JSON.stringify(own)) }
}

/** The address is rebuilt from host and topic, so that no other part of the text is kept. */
function validateTopic(text: string, policy: FetchPolicy): { address: string } | { fault: string } {
  const validated = validateTarget(text, policy)
  if (validated.verdict === 'refused') return validated
  const { origin, pathname, search } = validated.value.url
  const [, topic] = TOPIC_PATH.exec(pathname) ?? []
  return topic === undefined || search !== '' ? { fault: 'path' } : { address: `${origin}/${topic}` }
}
