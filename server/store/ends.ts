import { sql } from 'kysely'
import type { Match } from '../../contract/match.ts'
import type { Db } from '../database/pool.ts'
import { loadMatches } from './matches.ts'

/** The end of a matched auction. `revision` counts the changes of its end or status, the last at `revisedAt`. */
export type End = { match: Match; endsAt: Date; revision: number; revisedAt: Date | null }

/** The ends after `since` of a user's matches that are not hidden: saved matches first, then future ends, the soonest first. */
export async function listEnds(
  db: Db,
  userId: string,
  { filterId, since, now, limit }: { filterId: string | null; since: Date; now: Date; limit: number },
): Promise<End[]> {
  const { rows } = await sql<{ id: string; endsAt: Date; revision: number; revisedAt: Date | null }>`
    select match.id, auction.ends_at, auction.end_revision as revision, auction.end_revised_at as revised_at
    from match join auction on auction.id = match.auction_id
    where match.user_id = ${userId} and match.state <> 'hidden' and auction.ends_at > ${since}
      ${filterId ? sql`and exists (select from match_filter where match_id = match.id and filter_id = ${filterId})` : sql``}
    order by match.state = 'saved' desc, auction.ends_at < ${now}, auction.ends_at, match.id limit ${limit}`.execute(db)
  const matches = await loadMatches(
    db,
    rows.map((row) => row.id),
  )
  return rows.flatMap(({ id, ...end }) => {
    const match = matches.get(id)
    return match ? [{ match, ...end }] : []
  })
}
