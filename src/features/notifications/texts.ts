import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { EventKind } from '../../../contract/eventKind.ts'
import type { Channel, DeliveryReason, DeliveryStatus, FailedAttemptStatus, TestResult } from '../../../contract/notifications.ts'

type Texts<K extends string> = Readonly<Record<K, MessageDescriptor>>

export const eventText: Texts<EventKind> = {
  newMatch: msg`New match`,
  priceChange: msg`Price change`,
  endingSoon: msg`Ending soon`,
  ended: msg`Ended`,
}

export const channelText: Texts<Channel> = {
  discord: msg`Discord`,
  email: msg`Email`,
  ntfy: msg`ntfy`,
  telegram: msg`Telegram`,
  webPush: msg`Push`,
  webhook: msg`Webhook`,
}

export const deliveryStatusText: Texts<DeliveryStatus> = {
  waiting: msg`waiting`,
  held: msg`held`,
  sending: msg`being sent`,
  accepted: msg`accepted`,
  shown: msg`shown`,
  opened: msg`opened`,
  failed: msg`failed`,
  expired: msg`expired`,
}

/** Why a delivery waits, or waited until it expired. */
export const deliveryReasonText: Texts<DeliveryReason> = {
  quietHours: msg`quiet hours`,
  digest: msg`for the digest`,
  cap: msg`limit of an hour reached`,
  bidding: msg`bids are coming in`,
  pushFirst: msg`push comes first`,
  retry: msg`will be tried again`,
  throttled: msg`the service asks for patience`,
  channelPaused: msg`the service is not working`,
  unwanted: msg`no filter wanted it any more`,
  shownElsewhere: msg`not needed, the push was shown`,
}

/** Why an alert failed. */
export const failureText: Texts<FailedAttemptStatus> = {
  retry: msg`The service did not answer.`,
  throttled: msg`The service asked for patience.`,
  dead: msg`This target no longer exists. Set it up again.`,
  rejected: msg`The message was refused.`,
  misconfigured: msg`The server's own settings for this channel are not right.`,
}

export const testStatusText: Texts<TestResult['status']> = {
  ...failureText,
  accepted: msg`The test message was accepted.`,
  retry: msg`The service did not answer. Try again later.`,
  throttled: msg`Too many messages at once. Try again in a few minutes.`,
  notSet: msg`This channel is not set up yet.`,
}
