import type { Listing } from '../../contract/auction.ts'
import { isStorableText } from '../../contract/text.ts'
import type { Db, Tx } from '../database/pool.ts'
import { DEFAULT_RETRY_AFTER_MS, MAX_RETRY_AFTER_MS, POLL_DEADLINE_MS } from '../limits.ts'
import { type Connector, type Json, PollError, type PollResult, type Rejection, type Search } from '../marketplaces/connector.ts'
import type { Clock } from '../runtime/clock.ts'
import { failpoint } from '../runtime/failpoint.ts'
import type { Logger } from '../runtime/log.ts'
import { saveGap } from '../store/alertReport.ts'
import * as auctions from '../store/auctions.ts'
import * as searches from '../store/searches.ts'
import { missedPolls } from './health.ts'
import { nextInterval, type PollOutcome, withJitter } from './interval.ts'
import { classifyAbsent, isAbsurdlyShort, reconcile } from './reconcile.ts'

/** Rejected listings that one poll logs, with their reasons. */
const MAX_LOGGED_REJECTIONS = 3

export type PollDependencies = {
  db: Db
  clock: Clock
  log: Logger
  random: () => number
  /** Adds data derived from a listing: the place of its postal code, the total price. */
  complete: (listing: Listing) => Listing
}

/**
 * Runs one claimed search: reads the marketplace, then writes auctions, events and the search's cursor in one transaction. A
 * poll that fails or returns an implausible answer changes only the search's health.
 * @returns whether it wrote something for the matcher
 */
export async function poll(
  deps: PollDependencies,
  connector: Connector,
  search: Search,
  row: searches.SearchRow,
): Promise<boolean> {
  const { db, log } = deps
  const seenAt = deps.clock.now()
  try {
    if (!(await searches.takeCall(db, connector.id, connector.budget))) {
      // The budget is used up: the search is postponed, which is no failure.
      const refillMs = connector.budget.perMs / connector.budget.calls
      await searches.postponeSearch(db, row, withJitter(Math.max(refillMs, search.minIntervalMs), deps.random()))
      return false
    }
    await searches.countPoll(db, connector.id)
    const result = await connector.search(search.key, {
      cursor: row.cursor as Json | null,
      validators: row.validators,
      takeCall: () => searches.takeCall(db, connector.id, connector.budget),
      signal: AbortSignal.timeout(POLL_DEADLINE_MS),
    })
    const { changed, rejected } = await write(deps, connector, search, row, result, seenAt)
    failpoint('poll.afterCommit')
    if (result.kind === 'listings') {
      for (const rejection of rejected.slice(0, MAX_LOGGED_REJECTIONS)) {
        log.warn({ marketplace: connector.id, ...rejection }, 'listing rejected')
      }
      if (result.gap)
        log.warn({ marketplace: connector.id, search: search.key }, 'poll has a gap: it does not overlap the previous poll')
    }
    return changed > 0
  } catch (error) {
    await noteFailure(deps, connector, search, row, error)
    return false
  }
}

type Written = {
  /** The number of new, changed and closed auctions. */
  readonly changed: number
  /** Listings that were not stored, refused by the connector or the database. */
  readonly rejected: readonly Rejection[]
  readonly outcome: PollOutcome
}

const NOTHING_WRITTEN: Written = { changed: 0, rejected: [], outcome: 'nothingNew' }

async function write(
  deps: PollDependencies,
  connector: Connector,
  search: Search,
  row: searches.SearchRow,
  result: PollResult,
  seenAt: Date,
): Promise<Written> {
  return deps.db.transaction().execute(async (tx) => {
    const written = result.kind === 'listings' ? await writeListings(deps, tx, connector, result, seenAt) : NOTHING_WRITTEN
    const intervalMs = nextInterval(search, row.intervalMs, written.outcome)
    if (row.lastSuccessAt && (missedPolls(row, search.minIntervalMs, seenAt) || (result.kind === 'listings' && result.gap))) {
      await saveGap(tx, row, row.lastSuccessAt, seenAt)
    }
    const isOurs = await searches.finishSearch(tx, row, {
      isSuccess: true,
      intervalMs,
      nextInMs: withJitter(intervalMs, deps.random()),
      cursor: result.kind === 'listings' ? result.cursor : row.cursor,
      validators: result.validators ?? row.validators,
    })
    // Another process has taken over the search; its result is newer.
    if (!isOurs) throw new LeaseLost()
    failpoint('poll.beforeCommit')
    return written
  })
}

/** Stores a poll's listings and closes absent auctions. A listing that cannot be stored is rejected alone. */
async function writeListings(
  { clock, complete }: PollDependencies,
  tx: Tx,
  connector: Connector,
  result: Extract<PollResult, { kind: 'listings' }>,
  seenAt: Date,
): Promise<Written> {
  await auctions.lockMarketplace(tx, connector.id)
  const { listings, unstorable } = withStorableIds(result.listings.map(complete))
  const externalIds = listings.map((listing) => listing.externalId)
  // A listing that could not be parsed is still active.
  const shownIds = [...externalIds, ...result.rejected.flatMap(({ externalId }) => externalId ?? [])].filter(isStorableText)
  // A listing with an unstorable id may be any known one, so absence proves nothing.
  const isComplete = result.complete && unstorable.length === 0
  if (isComplete) {
    const known = await auctions.countActive(tx, connector.id, seenAt)
    if (isAbsurdlyShort(shownIds.length, known)) {
      throw new PollError('absurd', `${listings.length} listings, but ${known} auctions are active`)
    }
  }
  const stored = await auctions.findByExternalIds(tx, connector.id, externalIds)
  const isBaseline = !(await searches.isBaselineDone(tx, connector.id))
  const { changes, unchanged } = reconcile(listings, new Map(stored.map((one) => [one.externalId, one])), isBaseline, seenAt)
  const refused = await auctions.saveAuctions(tx, changes)
  // A refused change leaves the row of a known auction unchanged; a refused new auction has no row.
  await auctions.touchAuctions(tx, [...unchanged, ...refused.map(({ change }) => change.id)], seenAt)
  const refusedIds = new Set(refused.map(({ change }) => change.id))
  const saved = changes.filter(({ id }) => !refusedIds.has(id))
  let changed = saved.length
  if (isComplete) {
    const absent = classifyAbsent(await auctions.listActiveExcept(tx, connector.id, shownIds), clock.now())
    await auctions.closeAuctions(tx, absent.ended, 'ended')
    await auctions.closeAuctions(tx, absent.gone, 'gone')
    await auctions.countMissing(tx, absent.missing)
    changed += absent.ended.length + absent.gone.length
  }
  return {
    changed,
    rejected: [
      ...result.rejected,
      ...unstorable,
      ...refused.map(({ change, reason }) => ({ externalId: change.listing.externalId, reason })),
    ],
    outcome: saved.some((change) => change.event?.kind === 'listed') ? 'news' : 'nothingNew',
  }
}

/** Splits off listings with ids that the database cannot store: even the look-up by id would fail. */
function withStorableIds(all: readonly Listing[]): { listings: Listing[]; unstorable: Rejection[] } {
  const listings = all.filter(({ externalId }) => isStorableText(externalId))
  const unstorable = Array.from({ length: all.length - listings.length }, () => ({
    reason: 'the id contains NUL or a lone surrogate',
  }))
  return { listings, unstorable }
}

class LeaseLost extends Error {}

async function noteFailure(
  { db, log, random }: PollDependencies,
  connector: Connector,
  search: Search,
  row: searches.SearchRow,
  error: unknown,
): Promise<void> {
  if (error instanceof LeaseLost) return
  const message = error instanceof PollError ? `${error.kind}: ${error.message}` : 'internal error'
  log.warn(
    { marketplace: connector.id, search: search.key, err: error instanceof PollError ? undefined : error },
    `poll failed, ${message}`,
  )
  const intervalMs = nextInterval(search, row.intervalMs, 'failed')
  const asked = error instanceof PollError ? error.retryAfterMs : undefined
  if (error instanceof PollError && error.kind === 'throttled') {
    await searches.pauseMarketplace(db, connector.id, Math.min(asked ?? DEFAULT_RETRY_AFTER_MS, MAX_RETRY_AFTER_MS))
  }
  await searches.finishSearch(db, row, {
    isSuccess: false,
    error: message,
    intervalMs,
    nextInMs: withJitter(intervalMs, random()),
  })
}
