import type { Budget, Search, Terms } from '../connector.ts'

export const DEMO_TERMS: Terms = { ownSection: false, source: 'Our own simulated house: no terms apply.' }

/** Within the house's limit (60 at once, then 8 a second): page 1 every 3 s and about 9 pages every 10 s. */
export const DEMO_BUDGET: Budget = { calls: 240, perMs: 60_000 }

/** Page 1 frequently; further pages only if page 1 does not overlap the last poll. */
export const NEWEST: Search = { key: 'newest', minIntervalMs: 3_000, maxIntervalMs: 6_000 }
/** All active lots: tracks prices, bids and ends. */
export const ALL: Search = { key: 'all', minIntervalMs: 10_000, maxIntervalMs: 20_000 }
