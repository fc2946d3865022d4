import type { Channel, NotificationSettings, TestResult } from '../../../contract/notifications.ts'
import { CHANNELS } from '../../../contract/vocabulary/kinds.ts'
import { type ApiErrorCode, errorCode } from '../../api/errors.ts'
import { createResource } from '../../data/resource.ts'
import { servicesAtom } from '../../services/services.ts'
import { atom } from '../../store/store.ts'
import { confirmEmail, readNotificationSettings, replaceNotificationSettings, testChannel } from './api.ts'

export const notificationSettings = createResource(readNotificationSettings)

/** The channels that the operator has set up; all until the settings are loaded. */
export const offeredChannels = (settings: NotificationSettings | undefined): readonly Channel[] =>
  CHANNELS.filter((channel) => settings?.offered?.includes(channel) ?? true)

/** Why the settings could not be saved last time; null if they were. */
export const settingsFailureAtom = atom<ApiErrorCode | null>(null)

/** Saves the settings optimistically; reverts to the stored ones if the server refuses them. */
export const saveSettingsAtom = atom(null, async (get, set, settings: NotificationSettings) => {
  const { client, now } = get(servicesAtom)
  const { value: before, asOf } = get(notificationSettings.atom)
  set(notificationSettings.put, settings, asOf)
  set(settingsFailureAtom, null)
  try {
    set(notificationSettings.put, await replaceNotificationSettings(client, settings), now())
  } catch (error) {
    if (before) set(notificationSettings.put, before, asOf)
    set(settingsFailureAtom, errorCode(error))
  }
})

type TestState =
  | { status: 'sending' }
  | { status: 'done'; result: TestResult['status']; detail: string; at: number }
  | { status: 'failed'; code: ApiErrorCode }

/** The result of each channel's last test message. */
export const testResultsAtom = atom<Partial<Record<Channel, TestState>>>({})

export const testChannelAtom = atom(null, (get, set, channel: Channel) =>
  follow(
    () => testChannel(get(servicesAtom).client, { channel }),
    (state) => set(testResultsAtom, { ...get(testResultsAtom), [channel]: state }),
    get(servicesAtom).now,
  ),
)

/** The result of sending the confirmation link to the mail address; null if not requested. */
export const emailConfirmationAtom = atom<TestState | null>(null)

export const confirmEmailAtom = atom(null, (get, set) =>
  follow(
    () => confirmEmail(get(servicesAtom).client),
    (state) => set(emailConfirmationAtom, state),
    get(servicesAtom).now,
  ),
)

async function follow(send: () => Promise<TestResult>, note: (state: TestState) => void, now: () => number): Promise<void> {
  note({ status: 'sending' })
  try {
    const { status, detail } = await send()
    note({ status: 'done', result: status, detail, at: now() })
  } catch (error) {
    note({ status: 'failed', code: errorCode(error) })
  }
}
