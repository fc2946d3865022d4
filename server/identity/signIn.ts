import { deviceName } from '../../contract/deviceName.ts'
import type { Locale } from '../../contract/primitives.ts'
import type { Db } from '../database/pool.ts'
import type { Logger } from '../runtime/log.ts'
import { newId } from '../store/ids.ts'
import * as store from '../store/sessions.ts'
import { isErasedSince, saveIdentity } from '../store/users.ts'
import { type IdentityAccounts, isSignInValid } from './accounts.ts'
import { IdentityTokenInvalid, IdentityUnavailable, type VerifiedIdentity } from './idToken.ts'
import { sessionEnd } from './sessionEnd.ts'
import { makeSessionToken } from './sessionToken.ts'

const NO_DEVICE = 'Unknown device'

/**
 * Whether the identity provider still accepts the sign-in: an ID token stays valid for an hour even if the account is disabled or
 * deleted meanwhile. If the provider is unreachable, the sign-in is accepted, and the daily session check follows later.
 */
export async function isSignInAccepted(
  { identityAccounts, log }: { identityAccounts: IdentityAccounts | undefined; log: Logger },
  { subject, signedInAt }: VerifiedIdentity,
): Promise<boolean> {
  try {
    const account = (await identityAccounts?.lookUp([subject]))?.get(subject)
    return !account || isSignInValid(account, signedInAt)
  } catch (error) {
    if (!(error instanceof IdentityUnavailable)) throw error
    log.warn({ err: error }, 'sign-in accepted without asking the identity provider for the account')
    return true
  }
}

export type SessionStart = {
  readonly now: Date
  /** Of the request; kept on a new user. */
  readonly locale: Locale | undefined
  readonly userAgent: string | undefined
  /** The session that the browser holds. */
  readonly former: { readonly userId: string; readonly sessionId: string } | undefined
  /** When a user has more sessions, the oldest end. */
  readonly maxSessions: number
}

/**
 * Saves the identity as a user and starts a session.
 * @returns its token
 * @throws IdentityTokenInvalid when the account was erased or the sign-in was ended since; nothing is saved then
 */
export function startSession(
  db: Db,
  { profile, signedInAt }: VerifiedIdentity,
  { now, locale, userAgent, former, maxSessions }: SessionStart,
): Promise<string> {
  const { token, tokenHash } = makeSessionToken()
  return db.transaction().execute(async (tx) => {
    if (await isErasedSince(tx, profile.identity, signedInAt)) throw new IdentityTokenInvalid('the account was erased')
    const user = await saveIdentity(tx, profile, locale, now)
    if (await store.isSignInEnded(tx, user.id, signedInAt)) throw new IdentityTokenInvalid('the sign-in was ended')
    const device = userAgent ? deviceName(userAgent) : NO_DEVICE
    const session = {
      id: newId(),
      userId: user.id,
      tokenHash,
      device,
      createdAt: now,
      expiresAt: sessionEnd(now, now),
      signedInAt,
    }
    await store.insertSession(tx, session, maxSessions)
    // When the app renews its token, or a guest becomes an account, the browser keeps one session.
    if (former?.userId === user.id) await store.replaceSession(tx, user.id, { from: former.sessionId, to: session.id })
    return token
  })
}
