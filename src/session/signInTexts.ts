import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { texts } from '../i18n/texts.ts'

const SIGN_IN_FAILURES: Readonly<Record<string, MessageDescriptor>> = {
  wrongCredentials: msg`The email or password is incorrect.`,
  wrongOrUnknown: msg`The email or password is incorrect, or there is no account with this address.`,
  weakPassword: msg`This password is too weak. Use at least 6 characters, or more if the form says so.`,
  invalidEmail: msg`This is not an email address.`,
  tooManyTries: msg`Too many tries. Please wait a few minutes.`,
  popupBlocked: msg`Your browser blocked the sign-in window. Allow it and try again.`,
  network: msg`The sign-in service cannot be reached. Check your connection and try again.`,
}

/** Asked before a sign-in creates an account. */
export const noAccountText = msg`No account with this address. Create one?`

/** The text of a failed sign-in. */
export const signInFailureText = (reason: string): MessageDescriptor => SIGN_IN_FAILURES[reason] ?? texts.loginFailed
