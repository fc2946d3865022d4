import type { Filter } from '../../../contract/filter.ts'
import type { Tx } from '../../database/pool.ts'
import { createMatcher } from '../../matching/matcher.ts'
import { readActiveAuctions } from '../../store/auctions.ts'
import { type FilterLogEntry, logUserEvents } from '../../store/logs.ts'
import { saveMatches } from '../../store/matches.ts'
import { planReminders } from '../../store/reminders.ts'
import type { Matching } from '../matchingParts.ts'
import { draftMatches, draftReminders, filterIdsOfMatches } from './matchDrafts.ts'

/** Auctions that are held against new filters before other work gets a turn. */
const PORTION = 500

/**
 * Takes changed filters over, and puts the running auctions that they match into their users' inboxes, silently: what
 * was stored before a filter alerts nobody. What was listed after it in the log is left alone, even when it is stored by
 * now: its own entry is still to come, and will be news.
 */
export async function backfillFilters(
  matching: Matching,
  entries: readonly FilterLogEntry[],
  move: (tx: Tx) => Promise<void>,
): Promise<void> {
  const { db, clock, directory, matcher } = matching
  const now = clock.now()
  const { active, inactive } = await directory.refresh(db, [...new Set(entries.map((entry) => entry.subject))])
  await matcher.run(
    [
      ...active.map((filter) => ({ kind: 'add' as const, filter })),
      ...inactive.map((filterId) => ({ kind: 'remove' as const, filterId })),
    ],
    [],
  )

  for await (const found of findRunning(matching, active, entries[0]?.xid ?? '0', now)) {
    await db.transaction().execute(async (tx) => {
      const drafts = draftMatches(found, directory)
      const saved = await saveMatches(tx, drafts, now)
      const fresh = saved.filter((match) => match.newFilterIds.length > 0)
      const auctionOf = new Map(found.map(({ auction }) => [auction.id, auction]))
      // Of all that it matches: a filter that has changed may name other steps.
      const filterIdsOf = filterIdsOfMatches(drafts)
      const laddered = saved.map((match) => ({ ...match, filterIds: filterIdsOf(match) }))
      await planReminders(tx, draftReminders(laddered, auctionOf, directory), now)
      await logUserEvents(
        tx,
        fresh.map((match) => ({ userId: match.userId, kind: 'match', subject: match.id })),
      )
    })
  }
  await db.transaction().execute(move)
}

async function* findRunning({ db, clock, convert }: Matching, filters: readonly Filter[], beforeXid: string, now: Date) {
  if (filters.length === 0) return
  // A matcher of its own: the running auctions need not be held against everybody's filters.
  const matcher = createMatcher({ clock: () => clock.now().getTime(), convert })
  for (const filter of filters) matcher.add(filter)
  for await (const portion of readActiveAuctions(db, beforeXid, now, PORTION)) {
    const found = portion
      .map((auction) => ({ auction, matches: matcher.match(auction) }))
      .filter(({ matches }) => matches.length > 0)
    if (found.length > 0) yield found
  }
}
