import type { DeviceDraft } from '../../contract/device.ts'
import type { NotificationSettings, TestRequest } from '../../contract/notifications.ts'
import type { Client } from './client.ts'

export const readNotificationSettings = (client: Client) => client('readNotificationSettings', {})
export const replaceNotificationSettings = (client: Client, settings: NotificationSettings) =>
  client('replaceNotificationSettings', { body: settings })
export const testChannel = (client: Client, request: TestRequest) => client('testChannel', { body: request })
export const confirmEmail = (client: Client) => client('confirmEmail', {})
export const readWebhookSecret = (client: Client) => client('readWebhookSecret', {})
export const renewWebhookSecret = (client: Client) => client('renewWebhookSecret', {})
export const listDevices = (client: Client) => client('listDevices', {})
export const registerDevice = (client: Client, device: DeviceDraft) => client('registerDevice', { body: device })
export const withdrawDevice = (client: Client, deviceKey: string) => client('withdrawDevice', { body: { deviceKey } })
export const deleteDevice = (client: Client, id: string) => client('deleteDevice', { params: { id } })
export const readAlertReport = (client: Client) => client('readAlertReport', {})
export const listDeliveries = (client: Client, query: { cursor?: string }) => client('listDeliveries', { query })
export const resendDelivery = (client: Client, id: string) => client('resendDelivery', { params: { id } })
