import type { Search } from '../marketplace/connector.ts'

const FASTER = 0.5
const SLOWER = 1.5
const BACK_OFF = 2
/** Polls of many searches that began together drift apart by this share. */
const JITTER = 0.1

/** How a poll went, as far as the rhythm is concerned. */
export type PollOutcome = 'news' | 'nothingNew' | 'failed'

/**
 * The interval until the next poll, in milliseconds: shorter when there was news, longer when there was none, doubled
 * on a failure; never outside of the search's limits, but for failures, which may go beyond by `failures` doublings.
 */
export function nextInterval(search: Search, currentMs: number, outcome: PollOutcome): number {
  if (outcome === 'failed') return Math.round(Math.min(Math.max(currentMs, search.minIntervalMs) * BACK_OFF, maxBackOff(search)))
  const factor = outcome === 'news' ? FASTER : SLOWER
  return Math.round(Math.min(Math.max(currentMs * factor, search.minIntervalMs), search.maxIntervalMs))
}

const FAILING_SEARCH_MAX_MS = 30 * 60_000
const maxBackOff = (search: Search) => Math.max(search.maxIntervalMs, Math.min(search.maxIntervalMs * 8, FAILING_SEARCH_MAX_MS))

/** The interval with its jitter; `random` in [0, 1). */
export function withJitter(intervalMs: number, random: number): number {
  return Math.round(intervalMs * (1 + JITTER * (2 * random - 1)))
}
