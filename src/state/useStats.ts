import { useEffect } from 'react'
import { useIsOnline } from '../install/online.ts'
import { sessionAtom } from './session/session.ts'
import { loadStatsAtom, statsAtom } from './stats.ts'
import { useAtomValue, useSetAtom } from './store.ts'

/**
 * Quota and today in numbers, read again whenever a screen that shows them opens; null until they are known. Without a
 * network they are not asked for: the page says that it is offline, and a failure would say it again.
 */
export function useStats() {
  const load = useSetAtom(loadStatsAtom)
  const hasSession = useAtomValue(sessionAtom).token !== null
  const isOnline = useIsOnline()
  useEffect(() => {
    if (hasSession && isOnline) void load()
  }, [hasSession, isOnline, load])
  return useAtomValue(statsAtom)
}
