import { useEffect } from 'react'
import { isStale } from '../session/cachedAuctions.ts'
import type { createResource, Resource } from './resource.ts'
import { sessionAtom } from '../session/session.ts'
import { useAtomValue, useSetAtom } from '../store/store.ts'

type Held<T> = Pick<ReturnType<typeof createResource<T>>, 'atom' | 'load'>

/**
 * A resource for a screen. The loaded value shows at once; it is reloaded when the screen opens, when the page becomes
 * visible and it is older than a minute, and when the account changes. `retry` is for the error's button.
 */
export function useResource<T>({ atom, load }: Held<T>, { isOpen = false } = {}): Resource<T> & { retry(): void } {
  const held = useAtomValue(atom)
  const read = useSetAtom(load)
  const { token, accountId } = useAtomValue(sessionAtom)
  const isReady = isOpen || token !== null
  const { asOf } = held

  // biome-ignore lint/correctness/useExhaustiveDependencies: another account asks for another reading.
  useEffect(() => {
    if (isReady) void read()
  }, [isReady, accountId, read])

  useEffect(() => {
    if (!isReady) return
    const refresh = () => {
      if (!document.hidden && isStale(asOf, Date.now())) void read()
    }
    document.addEventListener('visibilitychange', refresh)
    addEventListener('online', refresh)
    return () => {
      document.removeEventListener('visibilitychange', refresh)
      removeEventListener('online', refresh)
    }
  }, [isReady, asOf, read])

  return { ...held, retry: () => void read() }
}
