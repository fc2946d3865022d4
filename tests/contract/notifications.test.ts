import { expect, it } from 'vitest'
import { DEFAULT_NOTIFICATION_SETTINGS } from '../../contract/notifications.ts'

it('the defaults of the notification settings are those of the specification', () => {
  expect(DEFAULT_NOTIFICATION_SETTINGS).toMatchObject({
    discord: { enabled: false, webhookUrl: '', channelName: '', format: 'detailed' },
    email: { enabled: true, address: '', frequency: 'instant' },
    webPush: { enabled: false, subscribed: false, notifyNewMatches: true, notifyPriceChanges: true, notifyEndingSoon: true },
  })
})
