import { expect, it } from 'vitest'
import { DEFAULT_NOTIFICATION_SETTINGS } from '../../contract/notifications.ts'

it('the notification settings have these defaults', () => {
  expect(DEFAULT_NOTIFICATION_SETTINGS).toMatchObject({
    discord: { enabled: false, webhookUrl: '', channelName: '', format: 'detailed' },
    email: { enabled: true, address: '', frequency: 'instant' },
    webPush: { enabled: false, subscribed: false, notifyNewMatches: true, notifyPriceChanges: true, notifyEndingSoon: true },
  })
})
