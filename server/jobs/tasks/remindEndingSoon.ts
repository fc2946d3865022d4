import type { Clock } from '../../clock.ts'
import type { Db } from '../../database/pool.ts'
import type { Logger } from '../../log.ts'
import { type Loop, startLoop } from '../../loop.ts'
import type { SecretBox } from '../../secrets.ts'
import { loadAuctions } from '../../store/auctions.ts'
import { loadFilters } from '../../store/filters.ts'
import { logUserEvents } from '../../store/logs.ts'
import { saveMatchEvents } from '../../store/matches.ts'
import { takeDueReminders } from '../../store/reminders.ts'
import type { Queue } from '../queue.ts'
import { enqueueAlerts } from './enqueueAlerts.ts'

const INTERVAL_MS = 1000
const BATCH = 500

export type ReminderParts = { db: Db; clock: Clock; log: Logger; queue: Queue; secrets: SecretBox }

/** Tells of auctions that are about to end, at the steps that their filters name. */
export function startReminding(parts: ReminderParts): Loop {
  return startLoop('remindEndingSoon', parts.log, async () => ((await remindEndingSoon(parts)) === BATCH ? 0 : INTERVAL_MS))
}

/** One batch of due reminders; how many there were. */
export async function remindEndingSoon(parts: ReminderParts): Promise<number> {
  const now = parts.clock.now()
  return parts.db.transaction().execute(async (tx) => {
    const due = await takeDueReminders(tx, now, BATCH)
    if (due.length === 0) return 0
    const auctionOf = await loadAuctions(tx, [...new Set(due.map((reminder) => reminder.auctionId))])
    const filters = await loadFilters(tx, [...new Set(due.flatMap((reminder) => reminder.filterIds))])
    const filterOf = new Map(filters.map(({ filter }) => [filter.id, filter]))

    // After an outage several steps of one auction are due at once: the nearest to the end says it all.
    const nearest = new Map<string, (typeof due)[number]>()
    for (const reminder of due) {
      const other = nearest.get(reminder.matchId)
      if (!other || reminder.minutes < other.minutes) nearest.set(reminder.matchId, reminder)
    }
    const told = [...nearest.values()].flatMap((reminder) => {
      const auction = auctionOf.get(reminder.auctionId)
      if (auction?.status !== 'active' || !auction.endsAt || Date.parse(auction.endsAt) <= now.getTime()) return []
      const filters = reminder.filterIds
        .flatMap((id) => filterOf.get(id) ?? [])
        .filter(({ notify }) => notify.endingSoonMinutes.includes(reminder.minutes))
      return filters.length > 0 ? [{ ...reminder, filters, price: auction.price, endsAt: auction.endsAt }] : []
    })
    await saveMatchEvents(
      tx,
      told.map(({ matchId, minutes, endsAt }) => ({
        ...{ matchId, kind: 'endingSoon' as const, at: now },
        ...{ occurrence: occurrenceOf(minutes, endsAt), data: { minutes, endsAt } },
      })),
    )
    await enqueueAlerts(
      tx,
      parts,
      told.map(({ userId, matchId, minutes, endsAt, filters, price }) => ({
        ...{ userId, matchId, filters, price, kind: 'endingSoon' as const },
        ...{ occurrence: occurrenceOf(minutes, endsAt), endsAt: new Date(endsAt) },
      })),
      now,
    )
    await logUserEvents(
      tx,
      told.map((reminder) => ({ userId: reminder.userId, kind: 'match', subject: reminder.matchId })),
    )
    return due.length
  })
}

/** A step comes again when the end has moved far; how far is decided where reminders are planned. */
const occurrenceOf = (minutes: number, endsAt: string) => `${minutes} min before ${endsAt}`
