import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { errorText } from '../../../i18n/texts.ts'
import type { PushResult } from './enablePush.ts'

/** The result of switching push on, or why it is not possible. */
export const pushResultText: Readonly<Record<PushResult | 'asking', MessageDescriptor>> = {
  asking: msg`Waiting for the browser's permission`,
  subscribed: msg`Push is on in this browser.`,
  denied: msg`Your browser blocks notifications from here. Allow them in its settings for this site.`,
  unsupported: msg`This browser has no push. Use email or Discord, or another browser.`,
  installFirst: msg`On this phone push works once the app is on the home screen: Share, then Add to Home Screen.`,
  tooManyDevices: errorText('device_limit_reached'),
  unavailable: msg`The push service cannot be reached now. Try again later.`,
}
