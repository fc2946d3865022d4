import type { User } from '../../contract/user.ts'
import type { Db } from '../database/pool.ts'
import { describeDevices } from '../notifications/channels/webPush/devices.ts'
import { listDevices } from '../store/devices.ts'
import { listFeedLinks } from '../store/feedLinks.ts'
import { listFilters } from '../store/filters.ts'
import { type DeliveryQuery, listDeliveries } from '../store/ledger.ts'
import { listMatches, type MatchQuery } from '../store/matches.ts'
import { loadNotificationSettings } from '../store/notificationSettings.ts'
import { listSubscriptions } from '../store/subscriptions.ts'

const PAGE = 200

/**
 * Everything stored about a user except secrets (session tokens, webhooks, feed URLs, push addresses), as chunks of one JSON
 * object. Long lists are read by page, so that an export holds only one page in memory.
 */
export async function* exportUser(db: Db, user: User, now: Date): AsyncGenerator<string> {
  const { id } = user
  const [filters, settings, devices, subscriptions, feedLinks] = await Promise.all([
    listFilters(db, id),
    loadNotificationSettings(db, [id]),
    listDevices(db, id),
    listSubscriptions(db, id),
    listFeedLinks(db, id),
  ])
  const short = {
    user,
    filters,
    notificationSettings: settings.get(id)?.settings,
    devices: await describeDevices(db, devices, now),
    subscriptions,
    feedLinks: feedLinks.map(({ kind, filterId, createdAt, lastReadAt }) => ({ kind, filterId, createdAt, lastReadAt })),
  }
  yield JSON.stringify(short).slice(0, -1)
  yield* list('matches', (after?: MatchQuery['after']) => listMatches(db, id, { limit: PAGE, after }))
  yield* list('hiddenMatches', (after?: MatchQuery['after']) => listMatches(db, id, { limit: PAGE, state: 'hidden', after }))
  yield* list('deliveries', (after?: DeliveryQuery['after']) => listDeliveries(db, id, { limit: PAGE, after }))
  yield '}'
}

/** Chunks of a further field of the object: an array with the items of all pages. */
async function* list<After>(
  name: string,
  page: (after?: After) => Promise<{ items: unknown[]; after: NonNullable<After> | null }>,
): AsyncGenerator<string> {
  yield `,${JSON.stringify(name)}:[`
  let isFirst = true
  for (let next = await page(); ; next = await page(next.after)) {
    const items = next.items.map((item) => JSON.stringify(item)).join(',')
    if (items !== '') yield isFirst ? items : `,${items}`
    isFirst &&= items === ''
    if (next.after === null) break
  }
  yield ']'
}
