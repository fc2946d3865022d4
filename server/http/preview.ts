import { DEFAULT_PAGE_SIZE } from '../../contract/calls.ts'
import type { FilterCriteria } from '../../contract/filter.ts'
import type { Preview } from '../../contract/preview.ts'
import { DAY_MS } from '../clock.ts'
import { PREVIEW_WINDOW_MS } from '../limits.ts'
import { preview } from '../matching/preview.ts'
import { listRecentAuctions } from '../store/auctions.ts'
import type { HttpParts } from './parts.ts'

/** The newest so many stored auctions are looked at. */
const MAX_EVALUATED = 100_000
/** A list that previews share for a moment: somebody who types asks several times a second. */
const SHARED_MS = 3000

type Recent = ReturnType<typeof listRecentAuctions>
const shared = new WeakMap<HttpParts, { readAt: number; auctions: Recent }>()

/** What a draft would have found among the stored auctions of the last 30 days. */
export async function previewDraft(parts: HttpParts, criteria: FilterCriteria, limit = DEFAULT_PAGE_SIZE): Promise<Preview> {
  const now = parts.clock.now()
  const since = new Date(now.getTime() - PREVIEW_WINDOW_MS)
  return preview(criteria, await recentAuctions(parts, now, since), {
    now: now.getTime(),
    since: since.getTime(),
    windowDays: PREVIEW_WINDOW_MS / DAY_MS,
    limit,
    currency: 'EUR',
    convert: parts.convert,
  })
}

function recentAuctions(parts: HttpParts, now: Date, since: Date): Recent {
  const current = shared.get(parts)
  if (current && now.getTime() - current.readAt < SHARED_MS) return current.auctions
  const auctions = listRecentAuctions(parts.db, since, MAX_EVALUATED)
  shared.set(parts, { readAt: now.getTime(), auctions })
  // A failed read is nobody's but the one's who asked.
  auctions.catch(() => shared.delete(parts))
  return auctions
}
