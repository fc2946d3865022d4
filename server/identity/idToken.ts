import { createRemoteJWKSet, type JWTPayload, jwtVerify, UnsecuredJWT } from 'jose'
import { JOSEError, JWKSInvalid, JWKSTimeout } from 'jose/errors'
import { SECOND_MS } from '../../contract/time.ts'
import type { Clock } from '../clock.ts'
import type { Settings } from '../settings.ts'
import type { IdentityProfile } from '../store/users.ts'

/** `subject`: the account's id at the provider. `signedInAt`: the last authentication (claim `auth_time`). */
export type VerifiedIdentity = { profile: IdentityProfile; subject: string; signedInAt: Date }

export type IdTokenVerifier = {
  /**
   * Who the identity provider says this is.
   * @throws IdentityTokenInvalid for a token that is not the provider's, not for us, or out of date
   * @throws IdentityUnavailable when the provider's keys cannot be had
   */
  verify(idToken: string): Promise<VerifiedIdentity>
}

export class IdentityTokenInvalid extends Error {
  override readonly name = 'IdentityTokenInvalid'
}
export class IdentityUnavailable extends Error {
  override readonly name = 'IdentityUnavailable'
}

const ISSUER = 'https://securetoken.google.com/'
const CLOCK_TOLERANCE_SECONDS = 60
const JWKS_TIMEOUT_MS = 5000
/** A flood of tokens with unknown keys must not become a flood of requests to the provider. */
const JWKS_COOLDOWN_MS = 60_000
/** 1 to 128 characters, by Firebase's rules; none of them a control character, which the database would refuse. */
const SUBJECT_PATTERN = /^\P{Cc}{1,128}$/u
const MAX_PROFILE_TEXT_LENGTH = 200

/**
 * Verifies Firebase ID tokens by the rules of Firebase's "Verify ID tokens using a third-party JWT library": RS256 with
 * one of Google's keys, issuer and audience of the project, not expired, signed in in the past, with a subject.
 *
 * With the emulator, whose tokens are unsigned, the same rules hold but the signature's; the settings refuse the
 * emulator in production and on anything but loopback.
 */
export function createIdTokenVerifier(settings: Settings['identity'], clock: Clock): IdTokenVerifier {
  const { projectId, emulatorHost } = settings
  const keys = createRemoteJWKSet(new URL(settings.jwksUrl), {
    timeoutDuration: JWKS_TIMEOUT_MS,
    cooldownDuration: JWKS_COOLDOWN_MS,
  })
  const claims = () => ({
    issuer: ISSUER + projectId,
    audience: projectId,
    requiredClaims: ['sub', 'iat', 'exp', 'auth_time'],
    clockTolerance: CLOCK_TOLERANCE_SECONDS,
    currentDate: clock.now(),
  })

  return {
    async verify(idToken) {
      try {
        const { payload } = emulatorHost
          ? UnsecuredJWT.decode(idToken, claims())
          : await jwtVerify(idToken, keys, { ...claims(), algorithms: ['RS256'] })
        return toIdentity(payload, clock)
      } catch (error) {
        if (error instanceof IdentityTokenInvalid) throw error
        // An unknown key is the token's fault, keys that cannot be fetched are not.
        if (error instanceof JOSEError && !areKeysMissing(error)) throw new IdentityTokenInvalid(error.code, { cause: error })
        throw new IdentityUnavailable('the keys could not be had', { cause: error })
      }
    },
  }
}

/** Whether the key server is at fault: no answer in time, one that is no set of keys, or (a plain JOSEError) none with status 200 and JSON. */
function areKeysMissing(error: JOSEError): boolean {
  return error instanceof JWKSTimeout || error instanceof JWKSInvalid || error.code === JOSEError.code
}

function toIdentity(payload: JWTPayload, clock: Clock): VerifiedIdentity {
  const subject = payload.sub
  if (typeof subject !== 'string' || !SUBJECT_PATTERN.test(subject)) throw new IdentityTokenInvalid('subject')
  const now = clock.now().getTime() / 1000 + CLOCK_TOLERANCE_SECONDS
  if (typeof payload.auth_time !== 'number' || payload.auth_time > now) throw new IdentityTokenInvalid('auth_time')
  if (typeof payload.iat !== 'number' || payload.iat > now) throw new IdentityTokenInvalid('iat')
  const provider = (payload.firebase as { sign_in_provider?: unknown } | undefined)?.sign_in_provider
  const profile = {
    identity: `${payload.iss}|${subject}`,
    name: text(payload.name),
    email: text(payload.email),
    emailVerified: payload.email_verified === true,
    avatar: httpsUrl(payload.picture),
    isAnonymous: provider === 'anonymous',
  }
  return { profile, subject, signedInAt: new Date(payload.auth_time * SECOND_MS) }
}

/** Strips control characters of a name: PostgreSQL refuses NUL, and names are one line. */
const text = (value: unknown) =>
  typeof value === 'string'
    ? value
        .replace(/\p{Cc}+/gu, ' ')
        .slice(0, MAX_PROFILE_TEXT_LENGTH)
        .toWellFormed()
        .trim()
    : ''

function httpsUrl(value: unknown): string {
  return typeof value === 'string' && URL.canParse(value) && new URL(value).protocol === 'https:' ? value : ''
}
