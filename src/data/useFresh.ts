import { useEffect } from 'react'
import { onRevisit } from '../install/revisit.ts'
import { isStale } from '../session/cachedAuctions.ts'
import { accountAtom } from '../session/session.ts'
import { useAtomValue } from '../store/store.ts'
import type { LoadState } from './load.ts'
import { type Topic, useReloadWith } from './topics.ts'

/** The account that data depends on, see {@link accountAtom}. */
export const useAccount = (): string | undefined => useAtomValue(accountAtom)

/** A load that began less than this ago is not repeated when its screen opens. */
const JUST_TRIED_MS = 2000

type Freshness = Pick<LoadState, 'asOf' | 'triedAt'> & {
  load(): unknown
  /** Whether it may be loaded now; personal data needs a session. */
  isReady: boolean
  /** Whether data that is not stale is loaded again when the screen opens. */
  isLoadedOnOpen?: boolean
  /** Whether stale data is loaded again when the page becomes visible or the network returns. */
  isRevisited?: boolean
  /** Also checks at this interval whether the data is stale, milliseconds. */
  checkMs?: number
  topic?: Topic | undefined
}

/**
 * Keeps what a screen shows up to date: loads it when the screen opens or the account changes, when its topic changes, and when
 * it is stale and the page becomes visible or the network returns.
 */
export function useFresh({
  asOf,
  triedAt,
  load,
  isReady,
  isLoadedOnOpen = false,
  isRevisited = true,
  checkMs,
  topic,
}: Freshness): void {
  const account = useAccount()
  const isJustTried = () => triedAt !== null && Date.now() - triedAt < JUST_TRIED_MS

  // biome-ignore lint/correctness/useExhaustiveDependencies: another account asks for another reading.
  useEffect(() => {
    // The route's loader may have begun a moment ago.
    if (isReady && isLoadedOnOpen && !isJustTried()) void load()
  }, [isReady, isLoadedOnOpen, account, load])

  // biome-ignore lint/correctness/useExhaustiveDependencies: as above.
  useEffect(() => {
    if (!isReady || !isRevisited) return
    const check = () => {
      if (!document.hidden && navigator.onLine && isStale(asOf, Date.now())) void load()
    }
    if (!isLoadedOnOpen && !isJustTried()) check()
    const timer = checkMs === undefined ? undefined : setInterval(check, checkMs)
    const stop = onRevisit(check)
    return () => {
      clearInterval(timer)
      stop()
    }
  }, [isReady, isLoadedOnOpen, isRevisited, account, asOf, checkMs, load])

  useReloadWith(topic, load)
}
