import type { Match } from '../../../contract/match.ts'
import type { Db } from '../../database/pool.ts'
import type { Clock } from '../../runtime/clock.ts'
import { type DeliveryRow, findSuperseded } from '../../store/deliveries.ts'
import { listMissed } from '../../store/digests.ts'
import { loadFilters } from '../../store/filters.ts'
import { loadAlertSubjects } from '../../store/matches.ts'
import type { StoredSettings } from '../../store/notificationSettings.ts'
import type { UserRow } from '../../store/users.ts'
import { isBatched } from '../alerts/schedule.ts'
import type { Alert, Message } from '../channels/channel.ts'
import { minutesLeft } from '../messages/minutesLeft.ts'
import { hasEnded, isWanted } from './policy.ts'

/** The due deliveries of a claim, sorted by whether they are sent, and the message. */
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

/** Builds the message of these deliveries, oldest first, from the current data. */
export async function buildMessage(
  { db, clock, publicUrl }: { db: Db; clock: Clock; publicUrl: string },
  rows: readonly DeliveryRow[],
  { user, stored: { settings } }: { user: UserRow; stored: StoredSettings },
): Promise<BuiltMessage> {
  const built: BuiltMessage = { included: [], ended: [], unwanted: [], superseded: [] }
  const [first] = rows
  if (!first) return built
  const [subjects, filters, superseded] = await Promise.all([
    loadAlertSubjects(db, rows),
    loadFilters(db, [...new Set(rows.flatMap((row) => row.filterIds))]),
    findSuperseded(db, rows),
  ])
  const filterOf = new Map(filters.map(({ filter }) => [filter.id, filter]))
  const now = clock.now()
  const alerts: Alert[] = []
  for (const [index, row] of rows.entries()) {
    const { match, data } = subjects[index] ?? {}
    const alert = match && !hasEnded(match, now) ? toAlert(row, match, data ?? {}, now) : undefined
    if (!alert) built.ended.push(row)
    else if (superseded.has(row.id)) built.superseded.push(row)
    else if (
      isWanted(
        alert,
        row.channel,
        row.filterIds.flatMap((id) => filterOf.get(id) ?? []),
        settings,
        now,
      )
    ) {
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

type EventData = NonNullable<Awaited<ReturnType<typeof loadAlertSubjects>>[number]>['data']

function toAlert(row: DeliveryRow, match: Match, { minutes, endsAt: _, ...change }: EventData, now: Date): Alert | undefined {
  if (row.event === 'ended') return undefined
  return {
    ...{ deliveryId: row.id, kind: row.event, match },
    ...change,
    ...(row.priceFrom ? { from: row.priceFrom } : {}),
    ...(minutes === undefined ? {} : { minutes: minutesLeft(minutes, match.auction.endsAt, now) }),
  }
}
