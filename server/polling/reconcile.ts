import type { Listing } from '../../contract/auction.ts'
import type { Money } from '../../contract/money.ts'
import type { AuctionChange, AuctionRow } from '../store/auctions.ts'
import { newId } from '../store/ids.ts'

/** The changes that a poll's listings cause. */
export type Reconciliation = {
  /** To be written, with their events. */
  changes: AuctionChange[]
  /** Ids of unchanged auctions. */
  unchanged: string[]
}

/**
 * Compares a poll's listings with the stored rows.
 * @param isBaseline the first poll of a marketplace, whose auctions do not alert
 * @param seenAt when the poll began; rows that a later poll has written are skipped
 */
export function reconcile(
  listings: readonly Listing[],
  stored: ReadonlyMap<string, AuctionRow>,
  isBaseline: boolean,
  seenAt: Date,
): Reconciliation {
  const changes: AuctionChange[] = []
  const unchanged: string[] = []
  for (const listing of listings) {
    const row = stored.get(listing.externalId)
    if (!row) {
      const data = isBaseline ? ({ baseline: true } as const) : {}
      changes.push({ id: newId(), listing, status: 'active', seenAt, event: { kind: 'listed', data } })
    } else if (row.lastSeenAt <= seenAt) {
      const event = compare(row, listing)
      if (event) changes.push({ id: row.id, listing, status: 'active', seenAt, event })
      else unchanged.push(row.id)
    }
  }
  return { changes, unchanged }
}

function compare(row: AuctionRow, listing: Listing): AuctionChange['event'] | undefined {
  const from = row.listing.price
  const to = listing.price
  // A price that the marketplace no longer states is no price change.
  const moved = isSameInstant(row.listing.endsAt, listing.endsAt) ? {} : { endMoved: true as const }
  if (to && !isSameMoney(from, to)) return { kind: 'priceChanged', data: { ...(from ? { from } : {}), to, ...moved } }
  if (row.status !== 'active' || !isSameListing(row.listing, listing)) return { kind: 'changed', data: moved }
  return undefined
}

function isSameMoney(a: Money | undefined, b: Money | undefined): boolean {
  return a?.amount === b?.amount && a?.currency === b?.currency
}

const isSameInstant = (a: string | undefined, b: string | undefined) =>
  a === b || (a !== undefined && b !== undefined && Date.parse(a) === Date.parse(b))

function isSameListing(a: Listing, b: Listing): boolean {
  return canonical(a) === canonical(b)
}

/** PostgreSQL changes the order of an object's keys. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}

export type Absence = { ended: string[]; gone: string[]; missing: string[] }

/** A complete poll may miss an active auction between two pages of a changing list; two polls in a row do not. */
const MISSING_POLLS_UNTIL_GONE = 2

/**
 * Classifies active auctions that a complete list does not contain: ended if their end has passed, otherwise gone after repeated
 * absence.
 */
export function classifyAbsent(rows: readonly Pick<AuctionRow, 'id' | 'endsAt' | 'missingPolls'>[], now: Date): Absence {
  const absence: Absence = { ended: [], gone: [], missing: [] }
  for (const row of rows) {
    if (row.endsAt && row.endsAt <= now) absence.ended.push(row.id)
    else if (row.missingPolls + 1 >= MISSING_POLLS_UNTIL_GONE) absence.gone.push(row.id)
    else absence.missing.push(row.id)
  }
  return absence
}

/** With fewer active auctions than this, the share is not checked. */
const MIN_KNOWN_FOR_SHARE = 20
/** A complete list with less than this share of the active auctions is a broken answer. */
const MIN_SHOWN_SHARE = 0.5

/** Whether a complete list is so short compared with the active auctions that it must be broken. */
export function isAbsurdlyShort(shown: number, known: number): boolean {
  return (shown === 0 && known > 0) || (known >= MIN_KNOWN_FOR_SHARE && shown < known * MIN_SHOWN_SHARE)
}
