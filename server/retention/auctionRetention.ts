import { setTimeout as pause } from 'node:timers/promises'
import { MINUTE_MS, SECOND_MS } from '../../contract/time.ts'
import type { Leadership } from '../database/leadership.ts'
import type { Db } from '../database/pool.ts'
import { PREVIEW_WINDOW_MS } from '../limits.ts'
import type { Connector } from '../marketplaces/connector.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Logger } from '../runtime/log.ts'
import { type Loop, startLoop } from '../runtime/loop.ts'
import * as store from '../store/retention.ts'

/** Auctions that are read at a time. */
const PAGE = 200

/**
 * Runs a batch until it says that there is no more, with pauses as long as the batches, so that a large backlog leaves the
 * database at least half of its time.
 * @param batch deletes some rows; returns whether there may be more
 */
export async function inBatches(signal: AbortSignal, batch: () => Promise<boolean>): Promise<void> {
  for (let isMore = true; isMore && !signal.aborted; ) {
    const startedAt = performance.now()
    isMore = await batch()
    if (isMore) await pause(performance.now() - startedAt, undefined, { signal }).catch(() => {})
  }
}

/**
 * Deletes the auctions of a rule with all that belongs to them, in batches.
 * @returns how many
 */
export async function deleteAuctions(db: Db, clock: Clock, rule: store.AuctionRule, signal: AbortSignal): Promise<number> {
  const loggedSince = new Date(clock.now().getTime() - PREVIEW_WINDOW_MS)
  let deleted = 0
  // Auctions that stay, because a match is saved, are passed once.
  let last: store.AuctionPlace | undefined
  await inBatches(signal, async () => {
    const page = await store.listAuctionsOf(db, rule, last, PAGE)
    const ids = page.map(({ id }) => id)
    if (ids.length > 0) {
      await inBatches(signal, () => store.deleteMatchesOf(db, ids, rule))
      deleted += await store.deleteUnmatched(db, ids, rule, loggedSince)
    }
    last = page.at(-1)
    return page.length === PAGE
  })
  return deleted
}

/** Listings are deleted when this share of their maximum age is left, so that none is older before the next run. */
const TERMS_MARGIN = 0.1
const MAX_TERMS_INTERVAL_MS = 5 * MINUTE_MS
const MIN_TERMS_INTERVAL_MS = SECOND_MS
const NO_TERMS_INTERVAL_MS = MINUTE_MS

/** The age in ms since the last poll that showed them at which listings are deleted; undefined without a limit. */
function deletionAgeMs({ terms: { maxAgeSeconds } }: Pick<Connector, 'terms'>): number | undefined {
  return maxAgeSeconds === undefined ? undefined : maxAgeSeconds * SECOND_MS * (1 - TERMS_MARGIN)
}

export type TermsDependencies = {
  db: Db
  clock: Clock
  log: Logger
  leadership: Pick<Leadership, 'isHeld'>
  connectors: readonly Pick<Connector, 'id' | 'terms'>[]
}

/**
 * Keeps the marketplaces' terms: deletes listings that would become older than their marketplace allows, saved ones included.
 * Only in the process that holds the leadership.
 */
export function startKeepingTerms(deps: TermsDependencies): Loop {
  const limited = deps.connectors.filter((connector) => deletionAgeMs(connector) !== undefined)
  const shortestMs = Math.min(...limited.map(({ terms }) => (terms.maxAgeSeconds ?? 0) * SECOND_MS))
  const intervalMs = Math.min(Math.max((shortestMs * TERMS_MARGIN) / 2, MIN_TERMS_INTERVAL_MS), MAX_TERMS_INTERVAL_MS)
  return startLoop('marketplaceTerms', deps.log, async (signal) => {
    if (limited.length === 0) return NO_TERMS_INTERVAL_MS
    if (!deps.leadership.isHeld()) return MIN_TERMS_INTERVAL_MS
    await keepTerms(deps, signal)
    return intervalMs
  })
}

/** Deletes the listings that have become too old by their marketplace's terms. */
export async function keepTerms(
  { db, clock, log, connectors }: Omit<TermsDependencies, 'leadership'>,
  signal: AbortSignal,
): Promise<void> {
  for (const connector of connectors) {
    const ageMs = deletionAgeMs(connector)
    if (ageMs === undefined) continue
    const rule = store.outdated(connector.id, new Date(clock.now().getTime() - ageMs))
    const auctions = await deleteAuctions(db, clock, rule, signal)
    if (auctions > 0) log.info({ marketplace: connector.id, auctions }, 'listings deleted by the terms of their marketplace')
  }
}
