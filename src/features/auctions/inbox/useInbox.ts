import { useEffect, useMemo } from 'react'
import { useNow } from '../../../components/now.ts'
import { AUCTIONS_STALE_MS } from '../../../limits.ts'
import { isStale, matchesAtom } from '../../../session/cachedAuctions.ts'
import { sessionAtom } from '../../../session/session.ts'
import { useAtomValue, useSetAtom } from '../../../store/store.ts'
import { inboxPagesAtom, readOnAtom, refreshInboxAtom } from './inbox.ts'
import { type InboxQuery, keyOf } from './query.ts'
import { rowsOf } from './rows.ts'

/** How often a visible inbox checks whether it is stale, milliseconds. */
const LOOK_EVERY_MS = AUCTIONS_STALE_MS / 4

/**
 * The inbox of a query. Loaded matches show at once; while the page is visible, they are refreshed in the background when
 * older than 60 seconds.
 */
export function useInbox(query: InboxQuery) {
  const key = keyOf(query)
  const matches = useAtomValue(matchesAtom)
  const pages = useAtomValue(inboxPagesAtom).get(key)
  const { token, accountId } = useAtomValue(sessionAtom)
  const refresh = useSetAtom(refreshInboxAtom)
  const readOn = useSetAtom(readOnAtom)
  const now = useNow()

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the query, and another account asks for another reading.
  const rows = useMemo(() => rowsOf(matches.values(), query, pages, now), [matches, key, pages, now])
  const asOf = pages?.asOf ?? null

  // biome-ignore lint/correctness/useExhaustiveDependencies: as above.
  useEffect(() => {
    if (!token) return
    const look = () => {
      if (!document.hidden && navigator.onLine && isStale(asOf, Date.now())) void refresh(query)
    }
    look()
    const timer = setInterval(look, LOOK_EVERY_MS)
    document.addEventListener('visibilitychange', look)
    addEventListener('online', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
      removeEventListener('online', look)
    }
  }, [key, token === null, accountId, asOf, refresh])

  return { rows, pages, now, refresh: () => void refresh(query), readOn: () => void readOn(query) }
}
