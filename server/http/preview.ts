import type { Auction } from '../../contract/auction.ts'
import { DEFAULT_PAGE_SIZE } from '../../contract/calls.ts'
import type { FilterCriteria } from '../../contract/filter.ts'
import type { Preview } from '../../contract/preview.ts'
import { DAY_MS } from '../../contract/time.ts'
import { PREVIEW_WINDOW_MS } from '../limits.ts'
import { preview } from '../matching/preview.ts'
import { firstSightOfAll, listRecentAuctions } from '../store/auctions.ts'
import type { HttpParts } from './parts.ts'

/** The newest so many stored auctions are looked at. */
const MAX_EVALUATED = 100_000
/** A list that previews share for a moment: somebody who types asks several times a second. */
const SHARED_MS = 3000

/** The auctions to look at, newest first, and since when (ms since 1970) they are all there. */
type Recent = Promise<{ auctions: Auction[]; since: number }>
const shared = new WeakMap<HttpParts, { readAt: number; recent: Recent }>()

/** What a draft would have found among the stored auctions of the last 30 days, or of the time for which there are any. */
export async function previewDraft(parts: HttpParts, criteria: FilterCriteria, limit = DEFAULT_PAGE_SIZE): Promise<Preview> {
  const now = parts.clock.now().getTime()
  const { auctions, since } = await sharedRecent(parts, now)
  return preview(criteria, auctions, {
    now,
    since,
    windowDays: PREVIEW_WINDOW_MS / DAY_MS,
    limit,
    currency: 'EUR',
    convert: parts.convert,
  })
}

/** The auctions of the last 30 days, read once for all who ask within a moment; `now`: ms since 1970. */
export function sharedRecent(parts: HttpParts, now: number): Recent {
  const current = shared.get(parts)
  if (current && now - current.readAt < SHARED_MS) return current.recent
  const recent = readRecent(parts, now)
  shared.set(parts, { readAt: now, recent })
  // A failed read is nobody's but the one's who asked.
  recent.catch(() => shared.delete(parts))
  return recent
}

async function readRecent({ db }: HttpParts, now: number): Recent {
  const from = new Date(now - PREVIEW_WINDOW_MS)
  const [auctions, firstSight] = await Promise.all([listRecentAuctions(db, from, MAX_EVALUATED), firstSightOfAll(db)])
  // More would be stored than was read: what is older than the last of these was not looked at.
  const oldestRead = auctions.length === MAX_EVALUATED ? Date.parse(auctions.at(-1)?.firstSeenAt ?? '') : 0
  return { auctions, since: Math.max(from.getTime(), firstSight?.getTime() ?? now, oldestRead) }
}
