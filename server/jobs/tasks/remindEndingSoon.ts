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
import { announce } from './announce.ts'

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
    const running = [...nearest.values()].filter(({ auctionId }) => {
      const auction = auctionOf.get(auctionId)
      return auction?.status === 'active' && auction.endsAt !== undefined && Date.parse(auction.endsAt) > now.getTime()
    })
    const events = running.map((reminder) => ({
      matchId: reminder.matchId,
      kind: 'endingSoon' as const,
      occurrence: `${reminder.minutes} min`,
      at: now,
      data: { minutes: reminder.minutes },
    }))
    const saved = new Set((await saveMatchEvents(tx, events)).map((event) => event.matchId))
    const told = running.filter((reminder) => saved.has(reminder.matchId))
    await announce(
      tx,
      parts,
      told.map((reminder) => {
        const auction = auctionOf.get(reminder.auctionId)
        return {
          userId: reminder.userId,
          matchId: reminder.matchId,
          kind: 'endingSoon' as const,
          occurrence: `${reminder.minutes} min`,
          filters: reminder.filterIds
            .flatMap((id) => filterOf.get(id) ?? [])
            .filter((filter) => filter.enabled && filter.notify.endingSoonMinutes.includes(reminder.minutes)),
          price: auction?.price,
          endsAt: auction?.endsAt ? new Date(auction.endsAt) : undefined,
        }
      }),
      now,
    )
    await logUserEvents(
      tx,
      told.map((reminder) => ({ userId: reminder.userId, kind: 'match', subject: reminder.matchId })),
    )
    return due.length
  })
}
