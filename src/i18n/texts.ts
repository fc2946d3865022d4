/** Texts selected by code: errors of calls and of the mobile shell. */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ErrorCode } from '../../contract/errors.ts'

/** The two explicit ids are those that the mobile shell uses, misspelling included. */
export const texts = {
  loggedOut: msg`You are logged out.`,
  loginFailed: msg`Failed to login. Please try again.`,
  emailInUse: msg({
    id: 'thatEmnailInUse',
    message: 'That email already has an account. Sign in to it instead, or use another address.',
  }),
  loadRemainingError: msg({ id: 'loadRemainingError', message: 'Your quota could not be loaded. It shows as 0 until it can.' }),
} as const satisfies Record<string, MessageDescriptor>

const UNKNOWN_ERROR = msg`Something went wrong. Please try again.`

/** All error codes of calls: the server's own and those of the client. */
export type ErrorTextCode = ErrorCode | 'offline' | 'timeout' | 'answer_invalid'

const ERRORS: Readonly<Record<ErrorTextCode, MessageDescriptor>> = {
  offline: msg`You are offline, or the server cannot be reached.`,
  timeout: msg`The server took too long to answer. Please try again.`,
  answer_invalid: msg`The server's answer could not be read. A newer version of the app may be available.`,
  values_invalid: msg`Some values are not valid. Please check the marked fields.`,
  json_invalid: msg`The server could not read what the app sent. Reload the page and try again.`,
  media_type_unsupported: msg`The server could not read what the app sent. Reload the page and try again.`,
  request_malformed: msg`The server could not read what the app sent. Reload the page and try again.`,
  host_refused: msg`This address does not belong to this server.`,
  body_too_large: msg`That is too much to send at once.`,
  session_invalid: msg`Your session has ended. Please sign in again.`,
  identity_token_invalid: msg`Your sign-in was not accepted. Please sign in again.`,
  identity_unavailable: msg`The sign-in service cannot be reached. Please try again later.`,
  filter_limit_reached: msg`Your plan is full.`,
  account_required: msg`This needs an account. Sign in or register first; nothing of yours is lost.`,
  not_found: msg`This no longer exists.`,
  location_unknown: msg`This postal code is not known.`,
  auction_unknown: msg`This auction no longer exists, or its marketplace does not allow looking up single auctions.`,
  marketplace_unavailable: msg`The marketplace cannot be reached right now. Please try again later.`,
  version_conflict: msg`This was changed elsewhere in the meantime.`,
  idempotency_key_reused: msg`This change was sent twice with different contents. Reload the page and make it again.`,
  idempotency_in_progress: msg`This change is still being saved. Please wait a moment.`,
  referral_unknown: msg`This invitation is not known.`,
  referral_already_used: msg`You have used an invitation already.`,
  referral_own: msg`You cannot use your own invitation.`,
  subscription_active: msg`You have this plan already.`,
  plans_not_sold: msg`Plans cannot be bought on this server.`,
  rate_limited: msg`Too many requests. Please wait a moment.`,
  guest_limit_reached: msg`Too many guest sessions were started from your network today. Sign in or create an account instead.`,
  device_limit_reached: msg`You have as many devices as an account can hold. Remove one under Account first.`,
  stream_limit_reached: msg`The app is open in too many windows. Close one to get live updates here.`,
  export_running: msg`Your export is still running. Please wait until it has finished.`,
  unavailable: msg`The service is temporarily unavailable. Please try again.`,
  internal: UNKNOWN_ERROR,
}

/** The text of a failed call. */
export const errorText = (code: ErrorTextCode): MessageDescriptor => ERRORS[code]

/** The text for a message key of the mobile shell; unknown keys are shown as they are. */
export const shellText = (key: string): MessageDescriptor =>
  Object.values(texts).find((text: MessageDescriptor) => text.id === key) ??
  (Object.hasOwn(ERRORS, key) ? errorText(key as ErrorTextCode) : { id: key, message: key })
