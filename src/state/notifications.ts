import type { Channel, NotificationSettings, TestResult } from '../../contract/notifications.ts'
import { type ApiErrorCode, errorCode } from '../api/errors.ts'
import {
  deleteDevice,
  listDevices,
  readNotificationSettings,
  replaceNotificationSettings,
  testChannel,
} from '../api/notifications.ts'
import { edgesAtom } from './edges.ts'
import { createResource } from './resource.ts'
import { atom } from './store.ts'

export const notificationSettings = createResource(readNotificationSettings)
export const devices = createResource(listDevices)

/** Why the last saving of the settings failed; null when it did not. */
export const settingsFailureAtom = atom<ApiErrorCode | null>(null)

/** Saves the settings: on the screen at once, back to what is stored when the server refuses them. */
export const saveSettingsAtom = atom(null, async (get, set, settings: NotificationSettings) => {
  const { client, now } = get(edgesAtom)
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

/** How the last test message of each channel went. */
export const testResultsAtom = atom<Partial<Record<Channel, TestState>>>({})

export const testChannelAtom = atom(null, async (get, set, channel: Channel) => {
  const { client, now } = get(edgesAtom)
  const note = (state: TestState) => set(testResultsAtom, { ...get(testResultsAtom), [channel]: state })
  note({ status: 'sending' })
  try {
    const { status, detail } = await testChannel(client, channel)
    note({ status: 'done', result: status, detail, at: now() })
  } catch (error) {
    note({ status: 'failed', code: errorCode(error) })
  }
})

export const forgetDeviceAtom = atom(null, async (get, set, id: string) => {
  try {
    await deleteDevice(get(edgesAtom).client, id)
  } finally {
    await set(devices.load)
  }
})
