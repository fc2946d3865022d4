import type { Search } from '../marketplaces/connector.ts'

const FASTER = 0.5
const SLOWER = 1.5
const BACK_OFF = 2
/** Spreads polls of searches that started at the same time. */
const JITTER = 0.1

/** The result of a poll that decides the next interval. */
export type PollOutcome = 'news' | 'nothingNew' | 'failed'

/**
 * The interval until the next poll, in milliseconds: shorter after new auctions, longer without, doubled after a failure. It
 * stays within the search's limits, except after failures.
 */
export function nextInterval(search: Search, currentMs: number, outcome: PollOutcome): number {
  if (outcome === 'failed') return Math.round(Math.min(Math.max(currentMs, search.minIntervalMs) * BACK_OFF, maxBackOff(search)))
  const factor = outcome === 'news' ? FASTER : SLOWER
  return Math.round(Math.min(Math.max(currentMs * factor, search.minIntervalMs), search.maxIntervalMs))
}

const FAILING_SEARCH_MAX_MS = 30 * 60_000
const maxBackOff = (search: Search) => Math.max(search.maxIntervalMs, Math.min(search.maxIntervalMs * 8, FAILING_SEARCH_MAX_MS))

/** The interval with jitter; `random` in [0, 1). */
export function withJitter(intervalMs: number, random: number): number {
  return Math.round(intervalMs * (1 + JITTER * (2 * random - 1)))
}
