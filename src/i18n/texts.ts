/** Texts that are chosen by a code and not by a screen: errors of calls and of the mobile shell. */
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** Specification, section 8. The two named ids are the ones that the mobile shell knows, spelling included. */
export const texts = {
  loginFailed: msg`Failed to login. Please try again.`,
  emailInUse: msg({
    id: 'thatEmnailInUse',
    message: 'That email already has an account. Sign in to it instead, or use another address.',
  }),
  loadRemainingError: msg({ id: 'loadRemainingError', message: 'Your quota could not be loaded. It shows as 0 until it can.' }),
  filterWaiting: msg`Saved on this device. It is sent when you are online again.`,
} as const satisfies Record<string, MessageDescriptor>

const ERRORS: Readonly<Record<string, MessageDescriptor>> = {
  offline: msg`You are offline, or the server cannot be reached.`,
  timeout: msg`The server took too long to answer. Please try again.`,
  answer_invalid: msg`The server's answer could not be read. A newer version of the app may be available.`,
  values_invalid: msg`Some values are not valid. Please check the marked fields.`,
  request_malformed: msg`The server could not read this request. A newer version of the app may be available.`,
  host_refused: msg`This address does not belong to this server.`,
  body_too_large: msg`That is too much to send at once.`,
  session_invalid: msg`Your session has ended. Please sign in again.`,
  identity_token_invalid: msg`Your sign-in was not accepted. Please sign in again.`,
  identity_unavailable: msg`The sign-in service cannot be reached. Please try again later.`,
  filter_limit_reached: msg`Your plan holds no more filters.`,
  account_required: msg`This needs an account. Sign in or register first; nothing of yours is lost.`,
  not_found: msg`This does not exist any more.`,
  location_unknown: msg`This postal code is not known.`,
  version_conflict: msg`This was changed elsewhere in the meantime.`,
  referral_unknown: msg`This invitation is not known.`,
  referral_already_used: msg`You have used an invitation already.`,
  referral_own: msg`You cannot use your own invitation.`,
  subscription_active: msg`You have this plan already.`,
  plans_not_sold: msg`Plans cannot be bought on this server.`,
  rate_limited: msg`Too many requests. Please wait a moment.`,
  guest_limit_reached: msg`Too many guests have started from your network today. Sign in or create an account instead.`,
  device_limit_reached: msg`You have reached the limit of 10 devices. Remove one under Account first.`,
  export_running: msg`Your export is still running. Please wait until it has finished.`,
  unavailable: msg`The service is away for a moment. Please try again.`,
}
const UNKNOWN_ERROR = msg`Something went wrong. Please try again.`

/** What to tell a person of a failed call. */
export const errorText = (code: string): MessageDescriptor => ERRORS[code] ?? UNKNOWN_ERROR

/** The mobile shell names messages by key; one that we do not know is shown as it is. */
export const shellText = (key: string): MessageDescriptor =>
  Object.values(texts).find((text: MessageDescriptor) => text.id === key) ?? ERRORS[key] ?? { id: key, message: key }
