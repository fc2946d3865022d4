import { FirebaseError } from 'firebase/app'
import type { SignIn, SignInFailure } from './identity.ts'

const FAILURES: Readonly<Record<string, SignInFailure>> = {
  'auth/wrong-password': 'wrongCredentials',
  // With email enumeration protection, the provider reports only that address and password do not match.
  'auth/invalid-credential': 'wrongOrUnknown',
  'auth/invalid-login-credentials': 'wrongOrUnknown',
  'auth/user-disabled': 'wrongCredentials',
  'auth/weak-password': 'weakPassword',
  'auth/password-does-not-meet-requirements': 'weakPassword',
  'auth/invalid-email': 'invalidEmail',
  'auth/missing-email': 'invalidEmail',
  'auth/too-many-requests': 'tooManyTries',
  'auth/popup-blocked': 'popupBlocked',
  'auth/network-request-failed': 'network',
  'auth/internal-error': 'network',
}
const IN_USE = ['auth/email-already-in-use', 'auth/credential-already-in-use', 'auth/account-exists-with-different-credential']
const NO_ACCOUNT = 'auth/user-not-found'
const CANCELLED = ['auth/popup-closed-by-user', 'auth/cancelled-popup-request', 'auth/user-cancelled']

export const codeOf = (error: unknown): string => (error instanceof FirebaseError ? error.code : 'unknown')
export const isNetworkFailure = (error: unknown): boolean => FAILURES[codeOf(error)] === 'network'

/** Maps the provider's error to our own reasons. */
export function signInFailure(error: unknown): SignIn {
  const code = codeOf(error)
  if (IN_USE.includes(code)) return { kind: 'emailInUse' }
  if (code === NO_ACCOUNT) return { kind: 'noAccount' }
  if (CANCELLED.includes(code)) return { kind: 'cancelled' }
  return { kind: 'failed', reason: FAILURES[code] ?? 'unknown' }
}
