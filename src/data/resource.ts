import type { Client } from '../api/client.ts'
import { type ApiErrorCode, errorCode } from '../api/errors.ts'
import { inFlightAtom } from '../store/inFlight.ts'
import { servicesAtom } from '../services/services.ts'
import { atom, browserAtom } from '../store/store.ts'

/** A value loaded from the server, with the load state that screens show. */
export type Resource<T> = {
  value: T | undefined
  status: 'idle' | 'loading' | 'ready' | 'failed'
  /** Why the last load failed. */
  code: ApiErrorCode | undefined
  /** When the value was loaded, epoch milliseconds; null if never. */
  asOf: number | null
}

export const emptyResource: Resource<never> = { value: undefined, status: 'idle', code: undefined, asOf: null }

/**
 * A resource and the actions that load and replace it. Concurrent loads share one call; a failed load keeps the old value.
 * `isSameForAll`: the value is the same for all users and survives a change of account.
 */
export function createResource<T>(read: (client: Client) => Promise<T>, { isSameForAll = false } = {}) {
  const held = isSameForAll ? browserAtom<Resource<T>>(emptyResource) : atom<Resource<T>>(emptyResource)
  const key = `resource ${held}`

  const load = atom(null, (get, set): Promise<void> => {
    const { client, now } = get(servicesAtom)
    return get(inFlightAtom)(key, async () => {
      set(held, (before) => ({ ...before, status: 'loading' }))
      try {
        const value = await read(client)
        set(held, { value, status: 'ready', code: undefined, asOf: now() })
      } catch (error) {
        set(held, (before) => ({ ...before, status: 'failed', code: errorCode(error) }))
      }
    })
  })

  /** Sets a value known from elsewhere: from storage, or from a write's response. */
  const put = atom(null, (_get, set, value: T, asOf: number | null) => {
    set(held, { value, status: 'ready', code: undefined, asOf })
  })

  const forget = atom(null, (_get, set) => set(held, emptyResource))

  return { atom: atom((get) => get(held)), load, put, forget }
}
