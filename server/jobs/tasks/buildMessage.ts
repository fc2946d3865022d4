import type { Filter } from '../../../contract/filter.ts'
import type { Match } from '../../../contract/match.ts'
import type { NotificationSettings } from '../../../contract/notifications.ts'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../database/pool.ts'
import { minutesLeft } from '../../delivery/minutesLeft.ts'
import { concernedFilters } from '../../delivery/plan.ts'
import { isGathered } from '../../delivery/schedule.ts'
import type { Alert, Message } from '../../delivery/sender.ts'
import { type DeliveryRow, findSuperseded } from '../../store/deliveries.ts'
import { listMissed } from '../../store/digests.ts'
import { loadFilters } from '../../store/filters.ts'
import { loadMatchEventData, loadMatches } from '../../store/matches.ts'
import { loadNotificationSettings } from '../../store/notificationSettings.ts'
import { findUser } from '../../store/users.ts'

/** What became of deliveries when their turn came. */
export type Reading = {
  /** Absent when there is nothing to tell. */
  message?: Message
  told: DeliveryRow[]
  /** Their auctions have ended. */
  over: DeliveryRow[]
  /** No filter wants them told any more. */
  unwanted: DeliveryRow[]
  /** They stood by for a push, and that was shown. */
  spared: DeliveryRow[]
}

type Parts = { db: Db; clock: Clock; publicUrl: string }

/** The message of these deliveries, as things stand now. */
export async function buildMessage({ db, clock, publicUrl }: Parts, claimed: readonly DeliveryRow[]): Promise<Reading> {
  const rows = claimed.toSorted((a, b) => a.queuedAt.getTime() - b.queuedAt.getTime() || (a.id < b.id ? -1 : 1))
  const reading: Reading = { told: [], over: [], unwanted: [], spared: [] }
  const first = rows[0]
  if (!first) return reading
  const [user, stored, matches, data, filters, spared] = await Promise.all([
    findUser(db, first.userId),
    loadNotificationSettings(db, [first.userId]),
    loadMatches(db, [...new Set(rows.map((row) => row.matchId))]),
    loadMatchEventData(db, rows),
    loadFilters(db, [...new Set(rows.flatMap((row) => row.filterIds))]),
    findSuperseded(db, rows),
  ])
  const settings = stored.get(first.userId)?.settings
  if (!user || !settings) return { ...reading, unwanted: rows }
  const filterOf = new Map(filters.map(({ filter }) => [filter.id, filter]))
  const now = clock.now()
  const alerts: Alert[] = []
  for (const [index, row] of rows.entries()) {
    const match = matches.get(row.matchId)
    if (!match || row.event === 'ended' || isOver(match, now)) {
      reading.over.push(row)
      continue
    }
    if (spared.has(row.id)) {
      reading.spared.push(row)
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
      reading.told.push(row)
    } else reading.unwanted.push(row)
  }
  if (alerts.length === 0) return reading
  const expiresAt = new Date(Math.max(...reading.told.map((row) => row.expiresAt.getTime())))
  const message: Message = { alerts, locale: user.locale, timeZone: user.timeZone, publicUrl, expiresAt }
  if (!isGathered(first.holdReason) || !first.messageId) return { ...reading, message }
  const missed = new Set([...(await listMissed(db, first.messageId)), ...reading.over.map((row) => row.matchId)])
  return { ...reading, message: { ...message, gathered: { reason: first.holdReason, missed: missed.size } } }
}

function isOver({ auction }: Match, now: Date): boolean {
  return auction.status !== 'active' || (auction.endsAt !== undefined && Date.parse(auction.endsAt) <= now.getTime())
}

function isWanted(
  { kind, match, from, to }: Alert,
  row: DeliveryRow,
  filterOf: ReadonlyMap<string, Filter>,
  settings: NotificationSettings,
  now: Date,
): boolean {
  // The bids that raised it were taken back.
  if (from && to && from.amount === to.amount && from.currency === to.currency) return false
  const filters = row.filterIds.flatMap((id) => filterOf.get(id) ?? [])
  return concernedFilters({ kind, price: match.auction.price, filters }, row.channel, settings, now).length > 0
}
