import type { FilterCriteria } from '../../contract/filter.ts'
import type { Preview } from '../../contract/preview.ts'
import { DAY_MS } from '../../contract/time.ts'
import { PREVIEW_WINDOW_MS } from '../limits.ts'
import { highlightsOf, tokenizeFields } from '../matching/keywords/highlights.ts'
import { PreviewTally } from '../matching/preview/preview.ts'
import { forEachYielding } from '../runtime/yielding.ts'
import { loadAuctions } from '../store/auctions.ts'
import type { SearchDependencies } from './dependencies.ts'
import { WordSearch } from './wordSearch.ts'

/**
 * What a draft would have found among the auctions of the last 30 days, or since the first stored auction.
 * @throws the signal's reason once it is aborted
 */
export async function previewFilter(
  { db, recent, clock, convert }: SearchDependencies,
  criteria: FilterCriteria,
  limit: number,
  signal: AbortSignal,
): Promise<Preview> {
  const view = await recent.current()
  signal.throwIfAborted()
  const holding = await new WordSearch(db, view, signal).holding(criteria)
  const tally = new PreviewTally(criteria, holding !== undefined, {
    ...{ now: clock.now().getTime(), since: view.since, limit, convert },
    windowDays: PREVIEW_WINDOW_MS / DAY_MS,
    currency: 'EUR',
  })
  await forEachYielding(
    view.auctions,
    (auction, slot) => tally.add(auction, holding === undefined || holding[slot] === 1),
    signal,
  )
  const { sample, ...counted } = tally.result()
  const stored = await loadAuctions(db.db, sample)
  return {
    ...counted,
    sample: sample.flatMap((id) => {
      const auction = stored.get(id)
      return auction ? [{ ...auction, highlights: highlightsOf([criteria], tokenizeFields(auction, criteria.searchIn)) }] : []
    }),
  }
}
