import type { Filter } from '../../contract/filter.ts'
import type { Tx } from '../database/pool.ts'
import { createMatcher } from '../matching/index/matcher.ts'
import { readActiveAuctions } from '../store/auctions.ts'
import { type FilterLogEntry, logUserEvents } from '../store/logs.ts'
import { saveMatches } from '../store/matches.ts'
import { planReminders } from '../store/reminders.ts'
import type { Matching } from './dependencies.ts'
import { draftMatches, draftReminders, filterIdsOfMatches } from './matchDrafts.ts'

/** Auctions matched against new filters per batch. */
const BATCH = 500

/**
 * Loads changed filters into the matcher and adds matching active auctions to their users' inboxes, without alerts. Auctions
 * that follow the filter in the log are skipped even if they are stored already: their own entries will alert.
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
      // For all matches: a changed filter may have other reminder steps.
      const filterIdsOf = filterIdsOfMatches(drafts)
      const toRemind = saved.map((match) => ({ ...match, filterIds: filterIdsOf(match) }))
      await planReminders(tx, draftReminders(toRemind, auctionOf, directory), now)
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
  // A separate matcher, because only these filters need to be matched.
  const matcher = createMatcher({ clock: () => clock.now().getTime(), convert })
  for (const filter of filters) matcher.add(filter)
  for await (const batch of readActiveAuctions(db, beforeXid, now, BATCH)) {
    const found = batch
      .map((auction) => ({ auction, matches: matcher.match(auction) }))
      .filter(({ matches }) => matches.length > 0)
    if (found.length > 0) yield found
  }
}
