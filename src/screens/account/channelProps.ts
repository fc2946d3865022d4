import type { NotificationSettings } from '../../../contract/notifications.ts'

/** What each part of the notification settings gets: all of them, and the way to save them. */
export type ChannelProps = { settings: NotificationSettings; save(settings: NotificationSettings): void }
