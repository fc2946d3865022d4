import { useEffect } from 'react'
import { useIsOnline } from '../../install/online.ts'
import { hasSessionAtom } from '../../session/session.ts'
import { useAtomValue, useSetAtom } from '../../store/store.ts'
import { loadStatsAtom, statsAtom } from './stats.ts'

/**
 * Quota and today's figures, reloaded when a screen that shows them opens; null until known. Not requested without a
 * network: the page already says that it is offline, and an error toast would repeat it.
 */
export function useStats() {
  const load = useSetAtom(loadStatsAtom)
  const hasSession = useAtomValue(hasSessionAtom)
  const isOnline = useIsOnline()
  useEffect(() => {
    if (hasSession && isOnline) void load()
  }, [hasSession, isOnline, load])
  return useAtomValue(statsAtom)
}
