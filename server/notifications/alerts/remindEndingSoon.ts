import type { Db } from '../../database/pool.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Logger } from '../../runtime/log.ts'
import { type Loop, startLoop } from '../../runtime/loop.ts'
import { loadAuctions } from '../../store/auctions.ts'
import { loadFilters } from '../../store/filters.ts'
import { logUserEvents } from '../../store/logs.ts'
import { saveMatchEvents } from '../../store/matches.ts'
import { takeDueReminders } from '../../store/reminders.ts'
import type { Channels } from '../channels/channel.ts'
import type { WakeSenders } from '../delivery/senderPools.ts'
import { enqueueAlerts } from './enqueueAlerts.ts'

const INTERVAL_MS = 1000
const BATCH = 500

export type ReminderDependencies = { db: Db; clock: Clock; log: Logger; wakeSenders: WakeSenders; channels: Channels }

/** Sends reminders of auctions that end soon, at the steps that their filters set. */
export function startReminding(deps: ReminderDependencies): Loop {
  return startLoop('remindEndingSoon', deps.log, async () => ((await remindEndingSoon(deps)) === BATCH ? 0 : INTERVAL_MS))
}

/**
 * Handles one batch of due reminders.
 * @returns how many there were
 */
export async function remindEndingSoon(deps: ReminderDependencies): Promise<number> {
  const now = deps.clock.now()
  const { count, channels } = await deps.db.transaction().execute(async (tx) => {
    const due = await takeDueReminders(tx, now, BATCH)
    if (due.length === 0) return { count: 0, channels: [] }
    const auctionOf = await loadAuctions(tx, [...new Set(due.map((reminder) => reminder.auctionId))])
    const filters = await loadFilters(tx, [...new Set(due.flatMap((reminder) => reminder.filterIds))])
    const filterOf = new Map(filters.map(({ filter }) => [filter.id, filter]))

    // After an outage several steps of one auction are due at once. Only the one nearest to the end is sent.
    const nearest = new Map<string, (typeof due)[number]>()
    for (const reminder of due) {
      const other = nearest.get(reminder.matchId)
      if (!other || reminder.minutes < other.minutes) nearest.set(reminder.matchId, reminder)
    }
    const reminders = [...nearest.values()].flatMap((reminder) => {
      const auction = auctionOf.get(reminder.auctionId)
      if (auction?.status !== 'active' || !auction.endsAt || Date.parse(auction.endsAt) <= now.getTime()) return []
      const filters = reminder.filterIds
        .flatMap((id) => filterOf.get(id) ?? [])
        .filter(({ notify }) => notify.endingSoonMinutes.includes(reminder.minutes))
      return filters.length > 0 ? [{ ...reminder, filters, price: auction.price, endsAt: auction.endsAt }] : []
    })
    await saveMatchEvents(
      tx,
      reminders.map(({ matchId, minutes, endsAt }) => ({
        ...{ matchId, kind: 'endingSoon' as const, at: now },
        ...{ occurrence: occurrenceOf(minutes, endsAt), data: { minutes, endsAt } },
      })),
    )
    const channels = await enqueueAlerts(
      tx,
      deps,
      reminders.map(({ userId, matchId, minutes, endsAt, filters, price }) => ({
        ...{ userId, matchId, filters, price, kind: 'endingSoon' as const },
        ...{ occurrence: occurrenceOf(minutes, endsAt), endsAt: new Date(endsAt) },
      })),
      now,
    )
    await logUserEvents(
      tx,
      reminders.map((reminder) => ({ userId: reminder.userId, kind: 'match', subject: reminder.matchId })),
    )
    return { count: due.length, channels }
  })
  for (const channel of channels) deps.wakeSenders(channel, 'now')
  return count
}

/** A step is repeated only when the end has moved far; the planning of reminders decides how far. */
const occurrenceOf = (minutes: number, endsAt: string) => `${minutes} min before ${endsAt}`
