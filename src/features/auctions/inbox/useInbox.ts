import { useCallback, useMemo } from 'react'
import { useNow } from '../../../components/now.ts'
import { NOT_LOADED } from '../../../data/load.ts'
import { useAccount, useFresh } from '../../../data/useFresh.ts'
import { AUCTIONS_STALE_MS } from '../../../limits.ts'
import { matchesAtom } from '../../../session/cachedAuctions.ts'
import { useAtomValue, useSetAtom } from '../../../store/store.ts'
import { inbox } from './inbox.ts'
import { type InboxQuery, keyOf } from './query.ts'
import { rowsOf } from './rows.ts'

/** How often a visible inbox checks whether it is stale, milliseconds. */
const CHECK_MS = AUCTIONS_STALE_MS / 4

/**
 * The inbox of a query. Loaded matches show at once; while the page is visible, they are refreshed in the background when
 * older than 60 seconds.
 */
export function useInbox(query: InboxQuery) {
  const key = keyOf(query)
  const matches = useAtomValue(matchesAtom)
  const pages = useAtomValue(inbox.atom).get(key)
  const refreshQuery = useSetAtom(inbox.refresh)
  const loadNext = useSetAtom(inbox.next)
  const now = useNow()

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the query.
  const rows = useMemo(() => rowsOf(matches.values(), query, pages?.value, now), [matches, key, pages, now])
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above.
  const refresh = useCallback(() => refreshQuery(query), [refreshQuery, key])
  useFresh({ ...(pages ?? NOT_LOADED), load: refresh, isReady: useAccount() !== undefined, checkMs: CHECK_MS })

  return { rows, pages, now, refresh: () => void refresh(), loadNext: () => void loadNext(query) }
}
