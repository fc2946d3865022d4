import * as z from 'zod'
import { SECOND_MS } from '../../contract/time.ts'
import type { Outbound } from '../outbound/fetch.ts'
import { createGoogleAccess } from '../outbound/googleAccess.ts'
import { jsonOf } from '../outbound/json.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Settings } from '../settings.ts'
import { IdentityUnavailable } from './idToken.ts'

const SCOPE = 'https://www.googleapis.com/auth/identitytoolkit'
/** Accounts in one `accounts.lookup` call, as in the Firebase Admin SDK (`getUsers`). */
export const MAX_LOOK_UPS = 100
const DEADLINE_MS = 10_000
const MAX_ANSWER_BYTES = 1_048_576

/** `validSince`: earlier sign-ins are invalid, because the password was changed or the tokens were revoked. */
export type AccountState = { state: 'active'; validSince: Date } | { state: 'disabled' } | { state: 'deleted' }

/** Administrative access to the identity provider's accounts. */
export type IdentityAccounts = {
  /**
   * The state of each account, by subject.
   * @param subjects at most {@link MAX_LOOK_UPS}
   * @throws IdentityUnavailable when the provider cannot be asked
   */
  lookUp(subjects: readonly string[]): Promise<Map<string, AccountState>>
  /**
   * Deletes an account at the provider; one that does not exist counts as deleted.
   * @throws IdentityUnavailable when the provider cannot be asked or refuses
   */
  remove(subject: string): Promise<void>
}

/**
 * The answer of `accounts.lookup` (Identity Platform REST API); times are text, in seconds since 1970. `users` is missing when
 * no account is found. `kind` is required because any empty object, for example of a proxy, would otherwise mean that all
 * accounts are deleted.
 */
const LookUpAnswer = z.object({
  kind: z.string(),
  users: z
    .array(
      z.object({
        localId: z.string(),
        disabled: z.boolean().default(false),
        validSince: z.string().regex(/^\d+$/).default('0'),
      }),
    )
    .default([]),
})

type Dependencies = { outbound: Outbound; clock: Clock }

/**
 * Access through the Identity Toolkit REST API. Undefined for a Firebase project without a service account, which has no
 * permission: sessions then end a day after their last sign-in, and the app signs in again without asking.
 */
export function createIdentityAccounts(settings: Settings, { outbound, clock }: Dependencies): IdentityAccounts | undefined {
  const { projectId, emulatorHost, toolkitUrl } = settings.identity
  const { serviceAccount } = settings.fcm
  if (!emulatorHost && !serviceAccount) return undefined
  const base = emulatorHost ? `http://${emulatorHost}/identitytoolkit.googleapis.com` : toolkitUrl
  const privateHosts = [new URL(base).host]
  const access = emulatorHost
    ? undefined
    : createGoogleAccess({ outbound, clock, serviceAccount: serviceAccount ?? '', scope: SCOPE, privateHosts })

  async function call(method: 'lookup' | 'delete', body: object): Promise<{ status: number; answer: unknown }> {
    try {
      const token = access ? await access.token() : 'owner'
      if (typeof token !== 'string') throw new IdentityUnavailable(`no access token, status ${token.status}`)
      const response = await outbound.fetch(`${base}/v1/projects/${encodeURIComponent(projectId)}/accounts:${method}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify(body),
        deadlineMs: DEADLINE_MS,
        maxBytes: MAX_ANSWER_BYTES,
        privateHosts,
      })
      if (response.status === 401) access?.forget()
      return { status: response.status, answer: jsonOf(response.body) }
    } catch (error) {
      if (error instanceof IdentityUnavailable) throw error
      throw new IdentityUnavailable('the identity provider is unreachable', { cause: error })
    }
  }

  return {
    async lookUp(subjects) {
      const { status, answer } = await call('lookup', { localId: subjects })
      const parsed = LookUpAnswer.safeParse(answer)
      if (status !== 200 || !parsed.success) throw new IdentityUnavailable(`accounts.lookup answered ${status}`)
      const users = new Map(parsed.data.users.map((user) => [user.localId, user]))
      return new Map(
        subjects.map((subject): [string, AccountState] => {
          const user = users.get(subject)
          if (!user) return [subject, { state: 'deleted' }]
          if (user.disabled) return [subject, { state: 'disabled' }]
          return [subject, { state: 'active', validSince: new Date(Number(user.validSince) * SECOND_MS) }]
        }),
      )
    },
    async remove(subject) {
      const { status, answer } = await call('delete', { localId: subject })
      if (status === 200 || /USER_NOT_FOUND/.test(JSON.stringify(answer))) return
      throw new IdentityUnavailable(`accounts.delete answered ${status}`)
    },
  }
}

/** Whether a sign-in at that time is still valid for the account. */
export function isSignInValid(account: AccountState, signedInAt: Date): boolean {
  return account.state === 'active' && signedInAt >= account.validSince
}

/** The account's id at the provider: a user's identity is `issuer|subject`. */
export const subjectOf = (identity: string): string => identity.slice(identity.indexOf('|') + 1)
