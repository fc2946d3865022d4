import type { Auction } from '../../contract/auction.ts'
import type { Filter } from '../../contract/filter.ts'
import { DEFAULT_NOTIFICATION_SETTINGS, type NotificationSettings } from '../../contract/notifications.ts'
import type { Alert, Message } from '../../server/notifications/channels/channel.ts'

export const DELIVERY_ID = '01930000-0000-7000-8000-000000000001'
export const AUCTION_ID = '01930000-0000-7000-8000-000000000002'
export const FILTER_ID = '01930000-0000-7000-8000-000000000003'
const MATCH_ID = '01930000-0000-7000-8000-000000000004'
/** When the alerts of these tests are sent. */
export const NOW = new Date('2026-11-20T10:00:00.000Z')

export function anAuction(change: Partial<Auction> = {}): Auction {
  return {
    id: AUCTION_ID,
    marketplace: 'lots',
    externalId: 'a',
    url: 'https://lots.example/a',
    title: 'Leica M6',
    images: ['https://lots.example/a.jpg'],
    buyingOptions: ['auction'],
    price: { amount: 12_550, currency: 'EUR' },
    bidCount: 3,
    endsAt: '2026-11-21T10:00:00.000Z',
    firstSeenAt: NOW.toISOString(),
    lastSeenAt: NOW.toISOString(),
    status: 'active',
    ...change,
  }
}

export function anAlert(
  change: Partial<Omit<Alert, 'match'>> & { auction?: Partial<Auction>; filterNames?: string[] } = {},
): Alert {
  const { auction, filterNames = ['Cameras'], ...rest } = change
  return {
    deliveryId: DELIVERY_ID,
    kind: 'newMatch',
    match: {
      id: MATCH_ID,
      auction: anAuction(auction),
      filters: filterNames.map((name) => ({ id: FILTER_ID, name })),
      events: [],
      state: 'new',
      matchedAt: NOW.toISOString(),
      highlights: [],
      flags: [],
    },
    ...rest,
  }
}

export function aMessage(alerts: readonly Alert[] = [anAlert()], change: Partial<Message> = {}): Message {
  return {
    alerts,
    locale: 'en',
    timeZone: 'Europe/Berlin',
    publicUrl: 'https://lotwatch.example',
    expiresAt: new Date(NOW.getTime() + 3_600_000),
    ...change,
  }
}

export function aFilter({
  notify,
  ...change
}: Partial<Omit<Filter, 'notify'>> & { notify?: Partial<Filter['notify']> } = {}): Filter {
  return {
    id: FILTER_ID,
    name: 'Cameras',
    keywords: 'leica',
    searchIn: 'title',
    wordMatch: 'forms',
    marketplaces: [],
    buyingOptions: [],
    conditions: [],
    categories: [],
    unknown: {},
    enabled: true,
    version: 1,
    createdAt: NOW.toISOString(),
    updatedAt: NOW.toISOString(),
    pausedByPlan: false,
    matchCount: 0,
    matchCount24h: 0,
    ...change,
    notify: {
      channels: {},
      events: { newMatch: true, priceChange: true, endingSoon: true },
      endingSoonMinutes: [60],
      ...notify,
    },
  }
}

type Change<T> = { [Key in keyof T]?: T[Key] extends object ? Partial<T[Key]> : T[Key] }

/** Settings with push, mail and Discord on, without quiet hours or digests unless the test says so. */
export function someSettings(change: Change<NotificationSettings> = {}): NotificationSettings {
  const { discord, webPush, ...rest } = DEFAULT_NOTIFICATION_SETTINGS
  const base: NotificationSettings = { ...rest, discord: { ...discord, enabled: true }, webPush: { ...webPush, enabled: true } }
  const changed = Object.entries(change).map(([part, value]) => {
    const before = base[part as keyof NotificationSettings]
    return [part, typeof before === 'object' ? { ...before, ...(value as object) } : value]
  })
  return { ...base, ...Object.fromEntries(changed) }
}
