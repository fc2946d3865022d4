import type { Auction } from '../../contract/auction.ts'
import type { Tx } from '../database/pool.ts'
import { ALERT_LIFETIME_MS } from '../limits.ts'
import { enqueueAlerts } from '../notifications/alerts/enqueueAlerts.ts'
import type { AlertDraft } from '../notifications/alerts/plan.ts'
import { loadAuctions } from '../store/auctions.ts'
import { moveExpiries } from '../store/digests.ts'
import { type AuctionLogEntry, logUserEvents } from '../store/logs.ts'
import { listMatchesOf, type MatchEventDraft, type SavedMatch, saveMatchEvents, saveMatches } from '../store/matches.ts'
import { dropReminders, moveReminders, planReminders } from '../store/reminders.ts'
import type { Matching } from './dependencies.ts'
import { draftMatches, draftReminders, filterIdsOfMatches } from './matchDrafts.ts'

/** An event of a match and the filters that caused it. */
type MatchEvent = {
  match: { id: string; userId: string; auctionId: string }
  filterIds: readonly string[]
  event: MatchEventDraft
}

/**
 * Handles consecutive log entries about auctions: writes matches, match events and alerts.
 * @param move moves the cursor; the last step of the transaction
 */
export async function matchAuctions(
  matching: Matching,
  entries: readonly AuctionLogEntry[],
  move: (tx: Tx) => Promise<void>,
): Promise<void> {
  const { db, clock, matcher, directory } = matching
  const entriesOf = Map.groupBy(entries, (entry) => entry.subject)
  const ids = [...entriesOf.keys()]
  const auctionOf = await loadAuctions(db, ids)
  const active = [...auctionOf.values()].filter((auction) => auction.status === 'active')
  const { matches } = await matcher.run([], active)
  const found = active.map((auction, index) => ({ auction, matches: matches[index] ?? [] }))
  const now = clock.now()

  const due = await db.transaction().execute(async (tx) => {
    const before = await listMatchesOf(tx, ids)
    const drafts = draftMatches(found, directory)
    const saved = await saveMatches(tx, drafts, now)
    const filterIdsOf = filterIdsOfMatches(drafts)
    const events = [
      ...saved.flatMap((match) => eventsOf(match, entriesOf.get(match.auctionId) ?? [], now, filterIdsOf(match), directory)),
      ...before.flatMap((match) => endOf(match, entriesOf.get(match.auctionId) ?? [])),
    ]
    const savedEvents = new Set(
      await saveMatchEvents(
        tx,
        events.map(({ event }) => event),
      ),
    )
    const newEvents = events.filter(({ event }) => savedEvents.has(event))

    const over = ids.filter((id) => auctionOf.get(id)?.status !== 'active')
    const fresh = saved.filter((match) => match.newFilterIds.length > 0)
    const moved = new Set(ids.filter((id) => entriesOf.get(id)?.some(({ data }) => data.endMoved)))
    await moveReminders(tx, [...moved])
    await moveExpiries(tx, [...moved], ALERT_LIFETIME_MS)
    // Late bids bring back steps that had passed when the auction was matched.
    const toRemind = [
      ...fresh.map(({ newFilterIds, ...match }) => ({ ...match, filterIds: newFilterIds })),
      ...before.filter(({ auctionId }) => moved.has(auctionId)),
    ]
    await planReminders(tx, draftReminders(toRemind, auctionOf, directory), now)
    await dropReminders(tx, over)
    const due = await enqueueAlerts(
      tx,
      matching,
      newEvents.flatMap((event) => toAlert(event, auctionOf, directory)),
      now,
    )

    const changed = new Set([...newEvents.map(({ match }) => match.id), ...fresh.map((match) => match.id)])
    await logUserEvents(tx, [
      ...[...saved, ...before]
        .filter((match) => changed.delete(match.id))
        .map((match) => ({ userId: match.userId, kind: 'match' as const, subject: match.id })),
      // Users who have the auction in their inbox see its bids and its end change.
      ...before.map((match) => ({ userId: match.userId, kind: 'auction' as const, subject: match.auctionId })),
    ])
    await move(tx)
    return due
  })
  for (const channel of due) matching.wakeSenders(channel, 'now')
}

/** The events of one match that follow from log entries about its auction. */
function eventsOf(
  match: SavedMatch,
  entries: readonly AuctionLogEntry[],
  now: Date,
  allFilterIds: readonly string[],
  directory: Matching['directory'],
): MatchEvent[] {
  const isBackCatalogue = entries.some((entry) => entry.data.baseline)
  if (match.newFilterIds.length > 0) {
    // After a restart the matcher knows filters before it reaches their log entries. An auction listed before the filter was
    // created does not alert.
    const last = BigInt(entries.at(-1)?.xid ?? 0)
    const filterIds = match.newFilterIds.filter((id) => BigInt(directory.get(id)?.createdXid ?? 0) < last)
    if (isBackCatalogue || filterIds.length === 0) return []
    return [
      {
        match,
        filterIds,
        event: { matchId: match.id, kind: 'newMatch', occurrence: '', at: now, data: {} },
      },
    ]
  }
  const changes = entries.filter((entry) => entry.kind === 'priceChanged')
  const from = changes[0]?.data.from
  const to = changes.at(-1)?.data.to
  if (!to || (from?.amount === to.amount && from.currency === to.currency)) return []
  return [
    {
      match,
      filterIds: allFilterIds,
      event: {
        matchId: match.id,
        kind: 'priceChange',
        occurrence: `${to.amount} ${to.currency}`,
        at: now,
        data: { ...(from ? { from } : {}), to },
      },
    },
  ]
}

function endOf(match: { id: string; userId: string; auctionId: string }, entries: readonly AuctionLogEntry[]): MatchEvent[] {
  const end = entries.findLast((entry) => entry.kind === 'ended' || entry.kind === 'gone')
  return end ? [{ match, filterIds: [], event: { matchId: match.id, kind: 'ended', occurrence: '', at: end.at, data: {} } }] : []
}

function toAlert(
  { match, filterIds, event }: MatchEvent,
  auctionOf: ReadonlyMap<string, Auction>,
  directory: Matching['directory'],
): AlertDraft[] {
  if (event.kind === 'ended') return []
  const auction = auctionOf.get(match.auctionId)
  const { from, to } = event.data
  return [
    {
      userId: match.userId,
      matchId: match.id,
      kind: event.kind,
      occurrence: event.occurrence,
      filters: filterIds.flatMap((id) => directory.get(id)?.filter ?? []),
      price: auction?.price,
      ...(to ? { change: { from, to } } : {}),
      endsAt: auction?.endsAt ? new Date(auction.endsAt) : undefined,
    },
  ]
}
