import { MINUTE_MS, SECOND_MS } from '../../contract/time.ts'
import { DEFAULT_RETRY_AFTER_MS, LOOK_UP_DEADLINE_MS, MAX_RETRY_AFTER_MS } from '../limits.ts'
import { type Connector, type LookedUpLot, PollError } from '../marketplace/connector.ts'
import { pauseMarketplace, takeCall } from '../store/searches.ts'
import type { HttpDependencies } from './dependencies.ts'
import { ApiProblem } from './problems.ts'

/** Explanations of the same lot follow each other closely while a user edits a filter. */
const CACHED_MS = MINUTE_MS
const MAX_CACHED_LOTS = 200
/** The share of a marketplace's call budget that look-ups leave to polling. */
const SHARE_OF_POLLS = 0.5

type Held = { readonly lot: LookedUpLot | undefined; readonly readAt: number }
const held = new WeakMap<HttpDependencies, Map<string, Held>>()

/**
 * Reads one lot from its marketplace, or from the cache.
 * @returns undefined when there is no such lot or the marketplace allows no single look-ups
 * @throws ApiProblem `marketplace_unavailable` with the time to wait, when the marketplace is unreachable or its budget is used
 * up
 */
export async function lookUp(deps: HttpDependencies, connector: Connector, externalId: string): Promise<LookedUpLot | undefined> {
  if (!connector.lookUp) return undefined
  const lots = held.get(deps) ?? new Map<string, Held>()
  held.set(deps, lots)
  const key = `${connector.id} ${externalId}`
  const known = lots.get(key)
  const now = deps.clock.now().getTime()
  if (known && now - known.readAt < CACHED_MS) return known.lot

  const { budget } = connector
  const reserve = budget.calls * SHARE_OF_POLLS
  if (!(await takeCall(deps.db, connector.id, budget, reserve))) throw unavailable(budget.perMs / budget.calls)
  try {
    const lot = await connector.lookUp(externalId, AbortSignal.timeout(LOOK_UP_DEADLINE_MS))
    lots.delete(key)
    lots.set(key, { lot, readAt: now })
    for (const oldest of [...lots.keys()].slice(0, -MAX_CACHED_LOTS)) lots.delete(oldest)
    return lot
  } catch (error) {
    if (!(error instanceof PollError)) throw error
    deps.log.warn({ marketplace: connector.id }, `auction look-up failed, ${error.kind}: ${error.message}`)
    const waitMs = Math.min(error.retryAfterMs ?? DEFAULT_RETRY_AFTER_MS, MAX_RETRY_AFTER_MS)
    // A 429 pauses polling too.
    if (error.kind === 'throttled') await pauseMarketplace(deps.db, connector.id, waitMs)
    throw unavailable(waitMs)
  }
}

function unavailable(waitMs: number): ApiProblem {
  return new ApiProblem('marketplace_unavailable', { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / SECOND_MS)) })
}
