import type { Auction } from '../../contract/auction.ts'
import type { Criterion } from '../../contract/filter.ts'
import { MINUTE_MS } from '../../contract/time.ts'
import type { FilterMatch } from '../matching/index/matcher.ts'
import { highlightsOf, tokenizeFields } from '../matching/keywords/highlights.ts'
import type { MatchDraft } from '../store/matches.ts'
import type { FilterDirectory } from './filterDirectory.ts'

/** An auction and the matching filters of all users. */
export type Found = { auction: Auction; matches: readonly FilterMatch[] }

/** One draft per user and auction, combining the user's matching filters. */
export function draftMatches(found: readonly Found[], directory: FilterDirectory): MatchDraft[] {
  return found.flatMap(({ auction, matches }) => {
    const known = matches.flatMap((match) => {
      const stored = directory.get(match.filterId)
      return stored ? [{ ...stored, flags: match.flags }] : []
    })
    if (known.length === 0) return []
    const fields = tokenizeFields(auction, 'titleAndDescription')
    return [...Map.groupBy(known, ({ userId }) => userId)].map(([userId, own]) => ({
      userId,
      auctionId: auction.id,
      filterIds: own.map(({ filter }) => filter.id),
      highlights: highlightsOf(
        own.map(({ filter }) => filter),
        fields,
      ),
      flags: [...new Set<Criterion>(own.flatMap(({ flags }) => flags))],
    }))
  })
}

/** All filters of a user that match an auction now, by match. */
export function filterIdsOfMatches(drafts: readonly MatchDraft[]) {
  const known = new Map(drafts.map(({ userId, auctionId, filterIds }) => [`${userId} ${auctionId}`, filterIds]))
  return ({ userId, auctionId }: { userId: string; auctionId: string }): readonly string[] =>
    known.get(`${userId} ${auctionId}`) ?? []
}

/** Reminders of matches, at the steps before the end that these filters set. */
export function draftReminders(
  matches: readonly { id: string; auctionId: string; filterIds: readonly string[] }[],
  auctionOf: ReadonlyMap<string, Auction>,
  directory: FilterDirectory,
): { matchId: string; minutes: number; dueAt: Date }[] {
  return matches.flatMap((match) => {
    const endsAt = auctionOf.get(match.auctionId)?.endsAt
    if (!endsAt) return []
    const steps = match.filterIds.flatMap((id) => {
      const notify = directory.get(id)?.filter.notify
      return notify?.events.endingSoon ? notify.endingSoonMinutes : []
    })
    return [...new Set(steps)].map((minutes) => ({
      matchId: match.id,
      minutes,
      dueAt: new Date(Date.parse(endsAt) - minutes * MINUTE_MS),
    }))
  })
}
