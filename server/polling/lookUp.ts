import { MINUTE_MS } from '../../contract/time.ts'
import type { Db } from '../database/pool.ts'
import { DEFAULT_RETRY_AFTER_MS, LOOK_UP_DEADLINE_MS, MAX_RETRY_AFTER_MS } from '../limits.ts'
import { type Connector, type LookedUpLot, PollError } from '../marketplaces/connector.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Logger } from '../runtime/log.ts'
import { pauseMarketplace, takeCall } from '../store/searches.ts'

/** Explanations of the same lot follow each other closely while a user edits a filter. */
const CACHED_MS = MINUTE_MS
const MAX_CACHED_LOTS = 200
/** The share of a marketplace's call budget that look-ups leave to polling. */
const SHARE_OF_POLLS = 0.5

/**
 * `unavailable`: the marketplace is unreachable or its budget is used up; `unknown`: there is no such lot, or the marketplace allows
 * no single look-ups.
 */
export type LookUpResult =
  | { readonly kind: 'found'; readonly lot: LookedUpLot }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'unavailable'; readonly retryAfterMs: number }

/** Reads one lot from its marketplace, within its call budget, or from the cache. */
export type LotLookUp = (connector: Connector, externalId: string) => Promise<LookUpResult>

export function createLotLookUp({ db, clock, log }: { db: Db; clock: Clock; log: Logger }): LotLookUp {
  const cached = new Map<string, { readonly result: LookUpResult; readonly readAt: number }>()

  return async (connector, externalId) => {
    if (!connector.lookUp) return { kind: 'unknown' }
    const key = `${connector.id} ${externalId}`
    const known = cached.get(key)
    const now = clock.now().getTime()
    if (known && now - known.readAt < CACHED_MS) return known.result

    const { budget } = connector
    const reserve = budget.calls * SHARE_OF_POLLS
    if (!(await takeCall(db, connector.id, budget, reserve))) {
      return { kind: 'unavailable', retryAfterMs: budget.perMs / budget.calls }
    }
    try {
      const lot = await connector.lookUp(externalId, AbortSignal.timeout(LOOK_UP_DEADLINE_MS))
      const result: LookUpResult = lot ? { kind: 'found', lot } : { kind: 'unknown' }
      cached.delete(key)
      cached.set(key, { result, readAt: now })
      for (const oldest of [...cached.keys()].slice(0, -MAX_CACHED_LOTS)) cached.delete(oldest)
      return result
    } catch (error) {
      if (!(error instanceof PollError)) throw error
      log.warn({ marketplace: connector.id }, `auction look-up failed, ${error.kind}: ${error.message}`)
      const retryAfterMs = Math.min(error.retryAfterMs ?? DEFAULT_RETRY_AFTER_MS, MAX_RETRY_AFTER_MS)
      // A 429 pauses polling too.
      if (error.kind === 'throttled') await pauseMarketplace(db, connector.id, retryAfterMs)
      return { kind: 'unavailable', retryAfterMs }
    }
  }
}
