import type { Db } from '../database/pool.ts'
import { listDevices } from '../store/devices.ts'
import { listFeedLinks } from '../store/feedLinks.ts'
import { listFilters } from '../store/filters.ts'
import { type DeliveryQuery, listDeliveries } from '../store/ledger.ts'
import { listMatches, type MatchQuery } from '../store/matches.ts'
import { loadNotificationSettings } from '../store/notificationSettings.ts'
import { listSubscriptions } from '../store/subscriptions.ts'
import { describeDevices } from './devices.ts'

const PAGE = 200

/** Everything stored about a user but the secrets (session tokens, webhooks, addresses of feeds and devices), which are nobody's to read. */
export async function exportUser(db: Db, userId: string, now: Date): Promise<Record<string, unknown>> {
  const [filters, settings, devices, subscriptions, feedLinks] = await Promise.all([
    listFilters(db, userId),
    loadNotificationSettings(db, [userId]),
    listDevices(db, userId),
    listSubscriptions(db, userId),
    listFeedLinks(db, userId),
  ])
  return {
    filters,
    notificationSettings: settings.get(userId)?.settings,
    devices: await describeDevices(db, devices, now),
    subscriptions,
    feedLinks: feedLinks.map(({ kind, filterId, createdAt, lastReadAt }) => ({ kind, filterId, createdAt, lastReadAt })),
    matches: await all((after?: MatchQuery['after']) => listMatches(db, userId, { limit: PAGE, after })),
    hiddenMatches: await all((after?: MatchQuery['after']) => listMatches(db, userId, { limit: PAGE, state: 'hidden', after })),
    deliveries: await all((after?: DeliveryQuery['after']) => listDeliveries(db, userId, { limit: PAGE, after })),
  }
}

async function all<Item, After>(
  page: (after?: After) => Promise<{ items: Item[]; after: NonNullable<After> | null }>,
): Promise<Item[]> {
  const items: Item[] = []
  for (let next = await page(); ; next = await page(next.after)) {
    items.push(...next.items)
    if (next.after === null) return items
  }
}
