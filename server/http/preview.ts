import type { FastifyInstance } from 'fastify'
import { DEFAULT_PAGE_SIZE } from '../../contract/calls.ts'
import type { FilterCriteria } from '../../contract/filter.ts'
import type { Preview } from '../../contract/preview.ts'
import { DAY_MS, MINUTE_MS } from '../../contract/time.ts'
import type { CancellableDb } from '../database/cancellable.ts'
import { PREVIEW_WINDOW_MS } from '../limits.ts'
import { highlightsOf, readFields } from '../matching/highlights.ts'
import { PreviewTally } from '../matching/preview.ts'
import { loadAuctions } from '../store/auctions.ts'
import { countSearch } from '../store/searches.ts'
import { toCriteria } from './filters.ts'
import type { HttpParts } from './parts.ts'
import { serve } from './route.ts'
import { WordSearch } from './wordSearch.ts'
import { forEachYielding } from './yielding.ts'

/** Previews of one user that follow each other this closely are one search that is being typed. */
const TYPING_PAUSE_MS = MINUTE_MS
/** Users whose last search is remembered; more than that ask within a minute of a very busy server. */
const MAX_REMEMBERED = 10_000

export function servePreviews(app: FastifyInstance, parts: HttpParts): void {
  const searchedAt = new Map<string, number>()

  serve(app, parts, 'testFilter', async ({ user, body, query, request }) => {
    const criteria = toCriteria(parts, body)
    const { limit = DEFAULT_PAGE_SIZE } = query
    const found = await parts.heavyWork.run('preview', request, user.id, (db, signal) =>
      previewDraft({ ...parts, heavyDb: db }, criteria, limit, signal),
    )
    await countOnce(user.id)
    return found
  })

  async function countOnce(userId: string): Promise<void> {
    const now = parts.clock.now()
    const last = searchedAt.get(userId) ?? Number.NEGATIVE_INFINITY
    if (searchedAt.size >= MAX_REMEMBERED) searchedAt.clear()
    searchedAt.set(userId, now.getTime())
    if (now.getTime() - last >= TYPING_PAUSE_MS) await countSearch(parts.db, userId, now)
  }
}

/**
 * What a draft would have found among the stored auctions of the last 30 days, or of the time for which there are any.
 * @throws the signal's reason once it is aborted
 */
async function previewDraft(
  parts: HttpParts & { heavyDb: CancellableDb },
  criteria: FilterCriteria,
  limit: number,
  signal: AbortSignal,
): Promise<Preview> {
  const view = await parts.recent.current()
  signal.throwIfAborted()
  const holding = await new WordSearch(parts.heavyDb, view, signal).holding(criteria)
  const tally = new PreviewTally(criteria, holding !== undefined, {
    ...{ now: parts.clock.now().getTime(), since: view.since, limit, convert: parts.convert },
    windowDays: PREVIEW_WINDOW_MS / DAY_MS,
    currency: 'EUR',
  })
  await forEachYielding(
    view.auctions,
    (auction, slot) => tally.add(auction, holding === undefined || holding[slot] === 1),
    signal,
  )
  const { sample, ...counted } = tally.result()
  const stored = await loadAuctions(parts.heavyDb.db, sample)
  return {
    ...counted,
    sample: sample.flatMap((id) => {
      const auction = stored.get(id)
      return auction ? [{ ...auction, highlights: highlightsOf([criteria], readFields(auction, criteria.searchIn)) }] : []
    }),
  }
}
