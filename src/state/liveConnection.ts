import { listen } from '../api/events.ts'
import { isLiveAtom, takeLiveEventAtom } from './live.ts'
import { sessionAtom } from './session/session.ts'
import { renewTokenAtom } from './session/signIn.ts'
import type { Store } from './store.ts'

/** Listens to the server's events for as long as there is a session; another account starts another stream. */
export function stayLive(store: Store): () => void {
  let stop: AbortController | undefined
  let listeningFor: string | null = null

  const follow = () => {
    const { token, accountId } = store.get(sessionAtom)
    const wanted = token ? (accountId ?? token) : null
    if (wanted === listeningFor) return
    listeningFor = wanted
    stop?.abort()
    if (!wanted) return
    stop = new AbortController()
    void listen({
      token: () => store.get(sessionAtom).token,
      renew: () => store.set(renewTokenAtom),
      onEvent: (event) => store.set(takeLiveEventAtom, event),
      onState: (state) => store.set(isLiveAtom, state === 'open'),
      signal: stop.signal,
    })
  }

  follow()
  const unsubscribe = store.sub(sessionAtom, follow)
  return () => {
    unsubscribe()
    stop?.abort()
  }
}
