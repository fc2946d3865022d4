import { loadingOf, startLoading } from '../../data/startLoading.ts'
import type { Store } from '../../store/store.ts'
import { devices, notificationSettings } from '../notifications/index.ts'
import { sessions } from './account.ts'

/** Starts to load the account's settings, devices and sessions. */
export function startAccount(store: Store): void {
  startLoading(store, [loadingOf(store, notificationSettings), loadingOf(store, devices), loadingOf(store, sessions)])
}
