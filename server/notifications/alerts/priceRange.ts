import type { Money } from '../../../contract/money.ts'
import { MINUTE_MS } from '../../../contract/time.ts'

/** A price rise is sent once there was no bid for this time, … */
export const BIDDING_QUIET_MS = 2 * MINUTE_MS
/** … at the latest this long after the first bid, … */
export const BIDDING_MAX_MS = 10 * MINUTE_MS
/** … and no later than this before the end. */
export const BIDDING_LAST_CALL_MS = MINUTE_MS

/** `from` is absent when there was no price before. */
export type PriceChange = { from?: Money | undefined; to: Money }

/** A rise may be one of many bids and can wait for the others; any other change is sent at once. */
export function isRise({ from, to }: PriceChange): boolean {
  return from !== undefined && from.currency === to.currency && to.amount > from.amount
}

/** When a rise is due: bidding began at `since`, and the latest bid came now. */
export function biddingEnd({ since, endsAt }: { since: Date; endsAt?: Date | undefined }, now: Date): Date {
  const latest = Math.min(since.getTime() + BIDDING_MAX_MS, endsAt ? endsAt.getTime() - BIDDING_LAST_CALL_MS : Infinity)
  return new Date(Math.max(now.getTime(), Math.min(now.getTime() + BIDDING_QUIET_MS, latest)))
}

/** A delivery of a price change that is not sent yet. */
export type PendingChange = { from?: Money | undefined; queuedAt: Date; dueAt: Date; isBidding: boolean }

/**
 * When a pending price change is due after another change. Further bids postpone it; once the price is no longer a rise, it is
 * due now.
 */
export function mergedDueAt(
  { from, queuedAt, dueAt, isBidding }: PendingChange,
  { to, endsAt }: { to: Money; endsAt?: Date | undefined },
  now: Date,
): Date {
  if (!isBidding) return dueAt
  return isRise({ from, to }) ? biddingEnd({ since: queuedAt, endsAt }, now) : now
}
