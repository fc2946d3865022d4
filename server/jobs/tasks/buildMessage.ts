import type { Filter } from '../../../contract/filter.ts'
import type { Match } from '../../../contract/match.ts'
import type { NotificationSettings } from '../../../contract/notifications.ts'
import type { Db } from '../../database/pool.ts'
import { minutesLeft } from '../../delivery/minutesLeft.ts'
import { concernedFilters } from '../../delivery/plan.ts'
import { isBatched } from '../../delivery/schedule.ts'
import type { Alert, Message } from '../../delivery/sender.ts'
import type { Clock } from '../../runtime/clock.ts'
import { type DeliveryRow, findSuperseded } from '../../store/deliveries.ts'
import { listMissed } from '../../store/digests.ts'
import { loadFilters } from '../../store/filters.ts'
import { loadMatchEventData, loadMatches } from '../../store/matches.ts'
import { loadNotificationSettings } from '../../store/notificationSettings.ts'
import { findUser } from '../../store/users.ts'

/** The claimed deliveries, sorted by whether they are sent, and the message. */
export type BuiltMessage = {
  /** Absent when nothing is to be sent. */
  message?: Message
  included: DeliveryRow[]
  /** Their auctions have ended. */
  ended: DeliveryRow[]
  /** No filter alerts on them any more. */
  unwanted: DeliveryRow[]
  /** Held by "push first"; the push was shown. */
  superseded: DeliveryRow[]
}

type Dependencies = { db: Db; clock: Clock; publicUrl: string }

/** Builds the message of these deliveries from the current data. */
export async function buildMessage(
  { db, clock, publicUrl }: Dependencies,
  claimed: readonly DeliveryRow[],
): Promise<BuiltMessage> {
  const rows = claimed.toSorted((a, b) => a.queuedAt.getTime() - b.queuedAt.getTime() || (a.id < b.id ? -1 : 1))
  const built: BuiltMessage = { included: [], ended: [], unwanted: [], superseded: [] }
  const first = rows[0]
  if (!first) return built
  const [user, stored, matches, data, filters, superseded] = await Promise.all([
    findUser(db, first.userId),
    loadNotificationSettings(db, [first.userId]),
    loadMatches(db, [...new Set(rows.map((row) => row.matchId))]),
    loadMatchEventData(db, rows),
    loadFilters(db, [...new Set(rows.flatMap((row) => row.filterIds))]),
    findSuperseded(db, rows),
  ])
  const settings = stored.get(first.userId)?.settings
  if (!user || !settings) return { ...built, unwanted: rows }
  const filterOf = new Map(filters.map(({ filter }) => [filter.id, filter]))
  const now = clock.now()
  const alerts: Alert[] = []
  for (const [index, row] of rows.entries()) {
    const match = matches.get(row.matchId)
    if (!match || row.event === 'ended' || hasEnded(match, now)) {
      built.ended.push(row)
      continue
    }
    if (superseded.has(row.id)) {
      built.superseded.push(row)
      continue
    }
    const { minutes, endsAt: _, ...change } = data[index] ?? {}
    const alert: Alert = {
      ...{ deliveryId: row.id, kind: row.event, match },
      ...change,
      ...(row.priceFrom ? { from: row.priceFrom } : {}),
      ...(minutes === undefined ? {} : { minutes: minutesLeft(minutes, match.auction.endsAt, now) }),
    }
    if (isWanted(alert, row, filterOf, settings, now)) {
      alerts.push(alert)
      built.included.push(row)
    } else built.unwanted.push(row)
  }
  if (alerts.length === 0) return built
  const expiresAt = new Date(Math.max(...built.included.map((row) => row.expiresAt.getTime())))
  const message: Message = { alerts, locale: user.locale, timeZone: user.timeZone, publicUrl, expiresAt }
  if (!isBatched(first.holdReason) || !first.messageId) return { ...built, message }
  const missed = new Set([...(await listMissed(db, first.messageId)), ...built.ended.map((row) => row.matchId)])
  return { ...built, message: { ...message, batch: { reason: first.holdReason, missed: missed.size } } }
}

function hasEnded({ auction }: Match, now: Date): boolean {
  return auction.status !== 'active' || (auction.endsAt !== undefined && Date.parse(auction.endsAt) <= now.getTime())
}

function isWanted(
  { kind, match, from, to }: Alert,
  row: DeliveryRow,
  filterOf: ReadonlyMap<string, Filter>,
  settings: NotificationSettings,
  now: Date,
): boolean {
  // The bids that raised the price were retracted.
  if (from && to && from.amount === to.amount && from.currency === to.currency) return false
  const filters = row.filterIds.flatMap((id) => filterOf.get(id) ?? [])
  return concernedFilters({ kind, price: match.auction.price, filters }, row.channel, settings, now).length > 0
}
