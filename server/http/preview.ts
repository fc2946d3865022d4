import type { FastifyInstance } from 'fastify'
import { DEFAULT_PAGE_SIZE } from '../../contract/calls.ts'
import type { FilterCriteria } from '../../contract/filter.ts'
import type { Preview } from '../../contract/preview.ts'
import { DAY_MS, MINUTE_MS } from '../../contract/time.ts'
import type { CancellableDb } from '../database/cancellable.ts'
import { PREVIEW_WINDOW_MS } from '../limits.ts'
import { highlightsOf, tokenizeFields } from '../matching/keywords/highlights.ts'
import { PreviewTally } from '../matching/preview/preview.ts'
import { loadAuctions } from '../store/auctions.ts'
import { countSearch } from '../store/searches.ts'
import type { HttpDependencies } from './dependencies.ts'
import { toCriteria } from './filters.ts'
import { serve } from './route.ts'
import { WordSearch } from './wordSearch.ts'
import { forEachYielding } from './yielding.ts'

/** Previews of a user within this interval count as one search while the user types. */
const TYPING_PAUSE_MS = MINUTE_MS
/** Users with a remembered search; beyond this all are forgotten. */
const MAX_REMEMBERED = 10_000

export function servePreviews(app: FastifyInstance, deps: HttpDependencies): void {
  const searchedAt = new Map<string, number>()

  serve(app, deps, 'testFilter', async ({ user, body, query, request }) => {
    const criteria = toCriteria(deps, body)
    const { limit = DEFAULT_PAGE_SIZE } = query
    const found = await deps.heavyWork.run('preview', request, user.id, (db, signal) =>
      previewDraft({ ...deps, heavyDb: db }, criteria, limit, signal),
    )
    await countOnce(user.id)
    return found
  })

  async function countOnce(userId: string): Promise<void> {
    const now = deps.clock.now()
    const last = searchedAt.get(userId) ?? Number.NEGATIVE_INFINITY
    if (searchedAt.size >= MAX_REMEMBERED) searchedAt.clear()
    searchedAt.set(userId, now.getTime())
    if (now.getTime() - last >= TYPING_PAUSE_MS) await countSearch(deps.db, userId, now)
  }
}

/**
 * What a draft would have found among the auctions of the last 30 days, or since the first stored auction.
 * @throws the signal's reason once it is aborted
 */
async function previewDraft(
  deps: HttpDependencies & { heavyDb: CancellableDb },
  criteria: FilterCriteria,
  limit: number,
  signal: AbortSignal,
): Promise<Preview> {
  const view = await deps.recent.current()
  signal.throwIfAborted()
  const holding = await new WordSearch(deps.heavyDb, view, signal).holding(criteria)
  const tally = new PreviewTally(criteria, holding !== undefined, {
    ...{ now: deps.clock.now().getTime(), since: view.since, limit, convert: deps.convert },
    windowDays: PREVIEW_WINDOW_MS / DAY_MS,
    currency: 'EUR',
  })
  await forEachYielding(
    view.auctions,
    (auction, slot) => tally.add(auction, holding === undefined || holding[slot] === 1),
    signal,
  )
  const { sample, ...counted } = tally.result()
  const stored = await loadAuctions(deps.heavyDb.db, sample)
  return {
    ...counted,
    sample: sample.flatMap((id) => {
      const auction = stored.get(id)
      return auction ? [{ ...auction, highlights: highlightsOf([criteria], tokenizeFields(auction, criteria.searchIn)) }] : []
    }),
  }
}
