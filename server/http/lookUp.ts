import { MINUTE_MS, SECOND_MS } from '../../contract/time.ts'
import { DEFAULT_RETRY_AFTER_MS, LOOK_UP_DEADLINE_MS, MAX_RETRY_AFTER_MS } from '../limits.ts'
import { type Connector, type LookedUpLot, PollError } from '../marketplace/connector.ts'
import { pauseMarketplace, takeCall } from '../store/searches.ts'
import type { HttpParts } from './parts.ts'
import { ApiProblem } from './problems.ts'

/** Trying one change of a filter after the other asks about the same lot each time. */
const HELD_MS = MINUTE_MS
const MAX_HELD_LOTS = 200
/** Look-ups leave this share of a marketplace's budget to the polls. */
const SHARE_OF_POLLS = 0.5

type Held = { readonly lot: LookedUpLot | undefined; readonly readAt: number }
const held = new WeakMap<HttpParts, Map<string, Held>>()

/**
 * Reads one lot from its marketplace, or gives what was read a moment ago; undefined when there is none, or the marketplace allows no
 * single look-ups.
 * @throws ApiProblem `marketplace_unavailable` with the time to wait: it is away, or its budget is spent
 */
export async function lookUp(parts: HttpParts, connector: Connector, externalId: string): Promise<LookedUpLot | undefined> {
  if (!connector.lookUp) return undefined
  const lots = held.get(parts) ?? new Map<string, Held>()
  held.set(parts, lots)
  const key = `${connector.id} ${externalId}`
  const known = lots.get(key)
  const now = parts.clock.now().getTime()
  if (known && now - known.readAt < HELD_MS) return known.lot

  const { budget } = connector
  const reserve = budget.calls * SHARE_OF_POLLS
  if (!(await takeCall(parts.db, connector.id, budget, reserve))) throw unavailable(budget.perMs / budget.calls)
  try {
    const lot = await connector.lookUp(externalId, AbortSignal.timeout(LOOK_UP_DEADLINE_MS))
    lots.delete(key)
    lots.set(key, { lot, readAt: now })
    for (const oldest of [...lots.keys()].slice(0, -MAX_HELD_LOTS)) lots.delete(oldest)
    return lot
  } catch (error) {
    if (!(error instanceof PollError)) throw error
    parts.log.warn({ marketplace: connector.id }, `auction look-up failed, ${error.kind}: ${error.message}`)
    const waitMs = Math.min(error.retryAfterMs ?? DEFAULT_RETRY_AFTER_MS, MAX_RETRY_AFTER_MS)
    // A 429 pauses polling too.
    if (error.kind === 'throttled') await pauseMarketplace(parts.db, connector.id, waitMs)
    throw unavailable(waitMs)
  }
}

function unavailable(waitMs: number): ApiProblem {
  return new ApiProblem('marketplace_unavailable', { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / SECOND_MS)) })
}
