import type { Channel, NotificationSettings, TestRequest } from '../../../contract/notifications.ts'
import type { Client } from '../../api/client.ts'

export const readNotificationSettings = (client: Client) => client('readNotificationSettings', {})
export const replaceNotificationSettings = (client: Client, settings: NotificationSettings) =>
  client('replaceNotificationSettings', { body: settings })
export const testChannel = (client: Client, request: TestRequest) => client('testChannel', { body: request })
export const linkChannel = (client: Client, channel: Channel) => client('linkChannel', { params: { channel } })
export const unlinkChannel = (client: Client, channel: Channel) => client('unlinkChannel', { params: { channel } })
export const confirmEmail = (client: Client) => client('confirmEmail', {})
export const readWebhookSecret = (client: Client) => client('readWebhookSecret', {})
export const renewWebhookSecret = (client: Client) => client('renewWebhookSecret', {})
export const listDevices = (client: Client) => client('listDevices', {})
export const deleteDevice = (client: Client, id: string) => client('deleteDevice', { params: { id } })
export const readAlertReport = (client: Client) => client('readAlertReport', {})
export const listDeliveries = (client: Client, query: { cursor?: string }) => client('listDeliveries', { query })
export const resendDelivery = (client: Client, id: string) => client('resendDelivery', { params: { id } })
export const listDeliveriesOfMatch = (client: Client, match: string) => client('listDeliveries', { query: { match } })
