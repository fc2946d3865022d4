import type { Money } from '../../contract/money.ts'
import { MINUTE_MS } from '../../contract/time.ts'

/** A price that bids raise is told once no bid has come for this time, … */
export const BIDDING_QUIET_MS = 2 * MINUTE_MS
/** … this time after the first bid in any case, … */
export const BIDDING_MAX_MS = 10 * MINUTE_MS
/** … and no later than this before the end. */
export const BIDDING_LAST_CALL_MS = MINUTE_MS

/** What a price went from and to; `from` is absent where there was none before. */
export type PriceChange = { from?: Money | undefined; to: Money }

/** A rise may be one of many bids, and can wait for the others; anything else is news at once. */
export function isRise({ from, to }: PriceChange): boolean {
  return from !== undefined && from.currency === to.currency && to.amount > from.amount
}

/** When a rise is told: bids have come since `since`, the last of them now. */
export function biddingEnd({ since, endsAt }: { since: Date; endsAt?: Date | undefined }, now: Date): Date {
  const latest = Math.min(since.getTime() + BIDDING_MAX_MS, endsAt ? endsAt.getTime() - BIDDING_LAST_CALL_MS : Infinity)
  return new Date(Math.max(now.getTime(), Math.min(now.getTime() + BIDDING_QUIET_MS, latest)))
}

/** A delivery of a price change that was not sent yet. */
export type PendingChange = { from?: Money | undefined; queuedAt: Date; dueAt: Date; isBidding: boolean }

/** When a pending change is told that goes on to another price: bids postpone it, and it waits no longer once it is none. */
export function mergedDueAt(
  { from, queuedAt, dueAt, isBidding }: PendingChange,
  { to, endsAt }: { to: Money; endsAt?: Date | undefined },
  now: Date,
): Date {
  if (!isBidding) return dueAt
  return isRise({ from, to }) ? biddingEnd({ since: queuedAt, endsAt }, now) : now
}
