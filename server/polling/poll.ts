import type { Listing } from '../../contract/auction.ts'
import type { Clock } from '../clock.ts'
import type { Db } from '../database/pool.ts'
import { failpoint } from '../failpoint.ts'
import { DEFAULT_RETRY_AFTER_MS, MAX_RETRY_AFTER_MS, POLL_DEADLINE_MS } from '../limits.ts'
import type { Logger } from '../log.ts'
import { type Connector, type Json, PollError, type PollResult, type Search } from '../marketplace/connector.ts'
import { saveGap } from '../store/alertReport.ts'
import * as auctions from '../store/auctions.ts'
import * as searches from '../store/searches.ts'
import { wasAway } from './health.ts'
import { nextInterval, type PollOutcome, withJitter } from './interval.ts'
import { isAbsurdlyShort, judgeAbsent, reconcile } from './reconcile.ts'

export type PollDependencies = {
  db: Db
  clock: Clock
  log: Logger
  random: () => number
  /** Adds what follows from a listing's own data: the place of its postal code, the total price. */
  complete: (listing: Listing) => Listing
}

/**
 * Runs one claimed search: reads the marketplace, then writes auctions, events and the search's cursor in one
 * transaction. A poll that fails, or whose answer cannot be true, changes nothing but the search's health.
 * @returns whether there was news for the matcher
 */
export async function poll(
  parts: PollDependencies,
  connector: Connector,
  search: Search,
  row: searches.SearchRow,
): Promise<boolean> {
  const { db, log } = parts
  const seenAt = parts.clock.now()
  try {
    if (!(await searches.takeCall(db, connector.id, connector.budget))) {
      // The budget is spent: the search waits for its next turn, and that is no failure.
      const refillMs = connector.budget.perMs / connector.budget.calls
      await searches.postponeSearch(db, row, withJitter(Math.max(refillMs, search.minIntervalMs), parts.random()))
      return false
    }
    await searches.countPoll(db, connector.id)
    const result = await connector.search(search.key, {
      cursor: row.cursor as Json | null,
      validators: row.validators,
      takeCall: () => searches.takeCall(db, connector.id, connector.budget),
      signal: AbortSignal.timeout(POLL_DEADLINE_MS),
    })
    const changed = await write(parts, connector, search, row, result, seenAt)
    failpoint('poll.afterCommit')
    if (result.kind === 'listings') {
      for (const rejection of result.rejected.slice(0, 3)) {
        log.warn({ marketplace: connector.id, ...rejection }, 'a listing could not be read')
      }
      if (result.gap) log.warn({ marketplace: connector.id, search: search.key }, 'the poll did not reach back to the last one')
    }
    return changed > 0
  } catch (error) {
    await noteFailure(parts, connector, search, row, error)
    return false
  }
}

async function write(
  { db, clock, random, complete }: PollDependencies,
  connector: Connector,
  search: Search,
  row: searches.SearchRow,
  result: PollResult,
  seenAt: Date,
): Promise<number> {
  return db.transaction().execute(async (tx) => {
    let changed = 0
    let outcome: PollOutcome = 'nothingNew'
    if (result.kind === 'listings') {
      await auctions.lockMarketplace(tx, connector.id)
      const listings = result.listings.map(complete)
      const externalIds = listings.map((listing) => listing.externalId)
      // What could not be read runs all the same.
      const shownIds = [...externalIds, ...result.rejected.flatMap(({ externalId }) => externalId ?? [])]
      if (result.complete) {
        const known = await auctions.countActive(tx, connector.id, seenAt)
        if (isAbsurdlyShort(shownIds.length, known)) {
          throw new PollError('absurd', `${listings.length} listings where ${known} auctions run`)
        }
      }
      const stored = await auctions.findByExternalIds(tx, connector.id, externalIds)
      const isBaseline = !(await searches.isBaselineDone(tx, connector.id))
      const { changes, unchanged } = reconcile(listings, new Map(stored.map((one) => [one.externalId, one])), isBaseline, seenAt)
      await auctions.saveAuctions(tx, changes)
      await auctions.touchAuctions(tx, unchanged, seenAt)
      changed = changes.length
      if (result.complete) {
        const absent = judgeAbsent(await auctions.listActiveExcept(tx, connector.id, shownIds), clock.now())
        await auctions.closeAuctions(tx, absent.ended, 'ended')
        await auctions.closeAuctions(tx, absent.gone, 'gone')
        await auctions.countMissing(tx, absent.missing)
        changed += absent.ended.length + absent.gone.length
      }
      if (changes.some((change) => change.event?.kind === 'listed')) outcome = 'news'
    }
    const intervalMs = nextInterval(search, row.intervalMs, outcome)
    if (row.lastSuccessAt && (wasAway(row, search.minIntervalMs, seenAt) || (result.kind === 'listings' && result.gap))) {
      await saveGap(tx, row, row.lastSuccessAt, seenAt)
    }
    const isOurs = await searches.finishSearch(tx, row, {
      isSuccess: true,
      intervalMs,
      nextInMs: withJitter(intervalMs, random()),
      cursor: result.kind === 'listings' ? result.cursor : row.cursor,
      validators: result.validators ?? row.validators,
    })
    // Another process has taken the search over; what it read is newer than this.
    if (!isOurs) throw new LeaseLost()
    failpoint('poll.beforeCommit')
    return changed
  })
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
