import { createRemoteJWKSet, type JWTPayload, jwtVerify, UnsecuredJWT } from 'jose'
import { JOSEError, JWKSInvalid, JWKSTimeout } from 'jose/errors'
import { SECOND_MS } from '../../contract/time.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Settings } from '../settings.ts'
import type { IdentityProfile } from '../store/users.ts'

/** `subject`: the account's id at the provider. `signedInAt`: the last authentication (claim `auth_time`). */
export type VerifiedIdentity = { profile: IdentityProfile; subject: string; signedInAt: Date }

export type IdTokenVerifier = {
  /**
   * Verifies an ID token.
   * @throws IdentityTokenInvalid for a token that is not issued by the provider, not for this project, or expired
   * @throws IdentityUnavailable when the provider's keys cannot be fetched
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
/** A flood of tokens with unknown keys must not cause a flood of requests to the provider. */
const JWKS_COOLDOWN_MS = 60_000
/** 1 to 128 characters by Firebase's rules, without control characters, which the database would refuse. */
const SUBJECT_PATTERN = /^\P{Cc}{1,128}$/u
const MAX_PROFILE_TEXT_LENGTH = 200

/**
 * Verifies Firebase ID tokens by the rules of "Verify ID tokens using a third-party JWT library": RS256 with one of Google's
 * keys, the project's issuer and audience, not expired, a sign-in time in the past, and a subject.
 * The emulator's tokens are unsigned, and only their signature is not checked. The settings refuse the emulator in production
 * and on any non-loopback address.
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
        // An unknown key is the token's fault; keys that cannot be fetched are not.
        if (error instanceof JOSEError && !areKeysMissing(error)) throw new IdentityTokenInvalid(error.code, { cause: error })
        throw new IdentityUnavailable('the keys could not be fetched', { cause: error })
      }
    },
  }
}

/**
 * Whether the key server is at fault: a timeout, an answer that is no key set, or (a plain JOSEError) no JSON with status 200.
 */
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

/** Strips control characters: PostgreSQL refuses NUL, and names are single-line. */
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
