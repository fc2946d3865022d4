import type { NotificationSettings } from '../../../../contract/notifications.ts'

/** Props of each part of the notification settings: all settings, and a function that saves them. */
export type ChannelProps = { settings: NotificationSettings; save(settings: NotificationSettings): void }
