import type { LiveEvent } from '../../contract/live.ts'
import { listen } from '../api/eventStream.ts'
import { sessionAtom } from '../session/session.ts'
import { renewTokenAtom } from '../session/signIn.ts'
import type { Store } from '../store/store.ts'
import { isLiveAtom, isStreamRefusedAtom } from './streamState.ts'

/**
 * Listens to the server's events while there is a session, and calls `takeEvent` with each. A change of account opens a new
 * stream. Returns a function that stops it.
 */
export function stayLive(store: Store, takeEvent: (event: LiveEvent) => void): () => void {
  let stop: AbortController | undefined
  let listeningFor: string | null = null

  const follow = () => {
    const { token, accountId } = store.get(sessionAtom)
    const wanted = token ? (accountId ?? token) : null
    if (wanted === listeningFor) return
    listeningFor = wanted
    stop?.abort()
    if (!wanted) return
    const mine = new AbortController()
    stop = mine
    // Late events of an ended stream may belong to a user who has logged out.
    const whileMine = (take: () => void) => void (mine.signal.aborted || take())
    void listen({
      token: () => store.get(sessionAtom).token,
      renew: (refused) => store.set(renewTokenAtom, refused),
      onEvent: (event) => whileMine(() => takeEvent(event)),
      onState: (state, refusal) =>
        whileMine(() => {
          store.set(isLiveAtom, state === 'open')
          store.set(isStreamRefusedAtom, refusal === 'stream_limit_reached')
        }),
      signal: mine.signal,
    })
  }

  follow()
  const unsubscribe = store.sub(sessionAtom, follow)
  return () => {
    unsubscribe()
    stop?.abort()
  }
}
