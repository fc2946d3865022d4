import { type Selectable, sql } from 'kysely'
import type { Auction } from '../../contract/auction.ts'
import type { EventKind } from '../../contract/eventKind.ts'
import type { Criterion } from '../../contract/filter.ts'
import type { Match, MatchSort, MatchState } from '../../contract/match.ts'
import type { Highlight } from '../../contract/preview.ts'
import type { Db, Tx } from '../database/pool.ts'
import type { Database, MatchEventData } from '../database/schema.ts'
import { toAuction } from './auctions.ts'
import { newId } from './ids.ts'

type MatchRow = Selectable<Database['match']>

export type MatchDraft = {
  userId: string
  auctionId: string
  filterIds: readonly string[]
  highlights: readonly Highlight[]
  flags: readonly Criterion[]
}

/** A saved match. `newFilterIds`: the filters that had not matched this auction before. */
export type SavedMatch = { id: string; userId: string; auctionId: string; newFilterIds: string[] }

/** Saves matches, one row per user and auction. */
export async function saveMatches(tx: Tx, drafts: readonly MatchDraft[], at: Date): Promise<SavedMatch[]> {
  if (drafts.length === 0) return []
  // The filters may be deleted since they matched. Locked, so that they stay until the matches are written.
  const wanted = [...new Set(drafts.flatMap((draft) => draft.filterIds))]
  const { rows: there } = await sql<{ id: string }>`
    select id from filter where id = any(${wanted}::uuid[]) for key share`.execute(tx)
  const existing = new Set(there.map((row) => row.id))
  // Likewise the auctions, which a retention rule may have deleted.
  const { rows: auctions } = await sql<{ id: string }>`
    select id from auction where id = any(${[...new Set(drafts.map((draft) => draft.auctionId))]}::uuid[])
    for key share`.execute(tx)
  const stored = new Set(auctions.map((row) => row.id))
  const kept = drafts
    .filter((draft) => stored.has(draft.auctionId))
    .map((draft) => ({ ...draft, filterIds: draft.filterIds.filter((id) => existing.has(id)) }))
    .filter((draft) => draft.filterIds.length > 0)
  if (kept.length === 0) return []

  const { rows: matches } = await sql<{ id: string; userId: string; auctionId: string }>`
    insert into match (id, user_id, auction_id, matched_at, highlights, flags)
    select id, user_id, auction_id, ${at}, highlights, flags from unnest(
      ${kept.map(() => newId())}::uuid[],
      ${kept.map((draft) => draft.userId)}::uuid[],
      ${kept.map((draft) => draft.auctionId)}::uuid[],
      ${kept.map((draft) => JSON.stringify(draft.highlights))}::jsonb[],
      ${kept.map((draft) => JSON.stringify(draft.flags))}::jsonb[]
    ) as draft (id, user_id, auction_id, highlights, flags)
    on conflict (user_id, auction_id) do update set highlights = excluded.highlights, flags = excluded.flags
    returning id, user_id, auction_id`.execute(tx)
  const idOf = new Map(matches.map((match) => [`${match.userId} ${match.auctionId}`, match.id]))
  const pairs = kept.flatMap((draft) => {
    const matchId = idOf.get(`${draft.userId} ${draft.auctionId}`)
    return matchId ? draft.filterIds.map((filterId) => ({ matchId, filterId })) : []
  })
  const { rows: fresh } = await sql<{ matchId: string; filterId: string }>`
    insert into match_filter (match_id, filter_id, matched_at)
    select match_id, filter_id, ${at} from unnest(
      ${pairs.map((pair) => pair.matchId)}::uuid[], ${pairs.map((pair) => pair.filterId)}::uuid[]
    ) as pair (match_id, filter_id)
    on conflict do nothing returning match_id, filter_id`.execute(tx)
  const freshOf = Map.groupBy(fresh, ({ matchId }) => matchId)
  return matches.map((match) => ({ ...match, newFilterIds: (freshOf.get(match.id) ?? []).map(({ filterId }) => filterId) }))
}

export type MatchEventDraft = { matchId: string; kind: EventKind; occurrence: string; at: Date; data: MatchEventData }

/**
 * Saves match events.
 * @returns those that did not exist yet
 */
export async function saveMatchEvents(tx: Tx, events: readonly MatchEventDraft[]): Promise<MatchEventDraft[]> {
  if (events.length === 0) return []
  const { rows } = await sql<{ matchId: string; kind: EventKind; occurrence: string }>`
    insert into match_event (match_id, kind, occurrence, at, data)
    select * from unnest(
      ${events.map((event) => event.matchId)}::uuid[],
      ${events.map((event) => event.kind)}::text[],
      ${events.map((event) => event.occurrence)}::text[],
      ${events.map((event) => event.at)}::timestamptz[],
      ${events.map((event) => JSON.stringify(event.data))}::jsonb[])
    on conflict do nothing returning match_id, kind, occurrence`.execute(tx)
  const saved = new Set(rows.map(keyOf))
  return events.filter((event) => saved.delete(keyOf(event)))
}

const keyOf = (event: { matchId: string; kind: string; occurrence: string }) =>
  `${event.matchId} ${event.kind} ${event.occurrence}`

/** The matches of these auctions, of all users. */
export async function listMatchesOf(
  db: Db,
  auctionIds: readonly string[],
): Promise<{ id: string; userId: string; auctionId: string; filterIds: string[] }[]> {
  if (auctionIds.length === 0) return []
  const { rows } = await sql<{ id: string; userId: string; auctionId: string; filterIds: string[] }>`
    select match.id, user_id, auction_id, coalesce(array_agg(filter_id) filter (where filter_id is not null), '{}') as filter_ids
    from match left join match_filter on match_id = match.id
    where auction_id = any(${auctionIds}::uuid[]) group by match.id`.execute(db)
  return rows
}

export type MatchQuery = {
  filter?: string | undefined
  marketplace?: string | undefined
  state?: MatchState | undefined
  event?: EventKind | undefined
  sort?: MatchSort | undefined
  limit: number
  /** The last row of the previous page. */
  after?: { sortKey: string; id: string } | undefined
}

/** The sort keys of inbox pages, as SQL. The id follows as a tie-breaker. */
const ORDER = {
  newest: { key: sql`match.matched_at`, type: sql`timestamptz`, descending: true },
  endingSoon: { key: sql`coalesce(auction.ends_at, 'infinity'::timestamptz)`, type: sql`timestamptz`, descending: false },
  price: { key: sql`coalesce(auction.price_amount, 9223372036854775807)`, type: sql`bigint`, descending: false },
} as const

/** A page of a user's inbox, and the start of the next one. Hidden matches are included only on request. */
export async function listMatches(
  db: Db,
  userId: string,
  query: MatchQuery,
): Promise<{ items: Match[]; after: { sortKey: string; id: string } | null }> {
  const { key, type, descending } = ORDER[query.sort ?? 'newest']
  const direction = descending ? sql`desc` : sql`asc`
  const behind = descending ? sql`<` : sql`>`
  const { rows } = await sql<{ id: string; sortKey: string }>`
    select match.id, (${key})::text as sort_key
    from match join auction on auction.id = match.auction_id
    where match.user_id = ${userId}
      ${query.state ? sql`and match.state = ${query.state}` : sql`and match.state <> 'hidden'`}
      ${query.sort === 'endingSoon' ? sql`and auction.status = 'active' and auction.ends_at > now()` : sql``}
      ${query.marketplace ? sql`and auction.marketplace = ${query.marketplace}` : sql``}
      ${query.filter ? sql`and exists (select from match_filter where match_id = match.id and filter_id = ${query.filter})` : sql``}
      ${query.event ? sql`and exists (select from match_event where match_id = match.id and kind = ${query.event})` : sql``}
      ${query.after ? sql`and (${key}, match.id) ${behind} (${query.after.sortKey}::${type}, ${query.after.id}::uuid)` : sql``}
    order by ${key} ${direction}, match.id ${direction}
    limit ${query.limit + 1}`.execute(db)
  const page = rows.slice(0, query.limit)
  const last = page.at(-1)
  const byId = await loadMatches(
    db,
    page.map((row) => row.id),
  )
  return {
    items: page.flatMap((row) => byId.get(row.id) ?? []),
    after: rows.length > query.limit && last ? last : null,
  }
}

/** Matches with auction, filters and events, of one user if given. */
export async function loadMatches(db: Db, ids: readonly string[], userId?: string): Promise<Map<string, Match>> {
  const loaded = await loadWithEvents(db, ids, userId)
  return new Map(loaded.map(({ match }) => [match.id, match]))
}

/** For each delivery, in the same order, its match with the data of its event; undefined when the match is deleted. */
export async function loadAlertSubjects(
  db: Db,
  deliveries: readonly { matchId: string; event: EventKind; occurrence: string }[],
): Promise<({ match: Match; data: MatchEventData } | undefined)[]> {
  const loaded = await loadWithEvents(db, [...new Set(deliveries.map(({ matchId }) => matchId))])
  const byId = new Map(loaded.map((one) => [one.match.id, one]))
  return deliveries.map(({ matchId, event, occurrence }) => {
    const subject = byId.get(matchId)
    const happened = subject?.events.find((one) => one.kind === event && one.occurrence === occurrence)
    return subject && { match: subject.match, data: happened?.data ?? {} }
  })
}

async function loadWithEvents(
  db: Db,
  ids: readonly string[],
  userId?: string,
): Promise<{ match: Match; events: readonly Selectable<Database['matchEvent']>[] }[]> {
  if (ids.length === 0) return []
  const [rows, filters, events] = await Promise.all([
    db
      .selectFrom('match')
      .innerJoin('auction', 'auction.id', 'match.auctionId')
      .selectAll('match')
      .select(['listing', 'status', 'firstSeenAt', 'lastSeenAt'])
      .where('match.id', '=', sql<string>`any(${ids}::uuid[])`)
      .$if(userId !== undefined, (query) => query.where('userId', '=', userId as string))
      .execute(),
    db
      .selectFrom('matchFilter')
      .innerJoin('filter', 'filter.id', 'matchFilter.filterId')
      .select(['matchFilter.matchId', 'filter.id', sql<string>`criteria->>'name'`.as('name')])
      .where('matchId', '=', sql<string>`any(${ids}::uuid[])`)
      .orderBy('filter.createdAt')
      .execute(),
    db.selectFrom('matchEvent').selectAll().where('matchId', '=', sql<string>`any(${ids}::uuid[])`).orderBy('at').execute(),
  ])
  const filtersOf = Map.groupBy(filters, (row) => row.matchId)
  const eventsOf = Map.groupBy(events, (row) => row.matchId)
  return rows.map((row) => {
    const auction = toAuction({ ...row, id: row.auctionId })
    const happened = eventsOf.get(row.id) ?? []
    return { match: toMatch(row, auction, filtersOf.get(row.id) ?? [], happened), events: happened }
  })
}

/**
 * Sets the state of a match.
 * @returns whether the user has this match
 */
export async function setMatchState(db: Db, userId: string, id: string, state: MatchState): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('match')
    .set({ state })
    .where('userId', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function countMatches(db: Db, userId: string, since: Date): Promise<{ today: number; unseen: number }> {
  const { rows } = await sql<{ today: number; unseen: number }>`
    select count(*) filter (where matched_at >= ${since}) as today, count(*) filter (where state = 'new') as unseen
    from match where user_id = ${userId}`.execute(db)
  return rows[0] ?? { today: 0, unseen: 0 }
}

function toMatch(
  row: MatchRow,
  auction: Auction,
  filters: readonly { id: string; name: string }[],
  events: readonly Selectable<Database['matchEvent']>[],
): Match {
  return {
    id: row.id,
    auction,
    filters: filters.map(({ id, name }) => ({ id, name })),
    events: events.map(({ kind, at, data: { endsAt: _, ...data } }) => ({ kind, at: at.toISOString(), ...data })),
    state: row.state,
    matchedAt: row.matchedAt.toISOString(),
    highlights: row.highlights,
    flags: row.flags,
  }
}
