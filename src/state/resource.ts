import type { Client } from '../api/client.ts'
import { type ApiErrorCode, errorCode } from '../api/errors.ts'
import { inFlightAtom } from './inFlight.ts'
import { servicesAtom } from './services.ts'
import { atom, browserAtom } from './store.ts'

/** Something read from the server and held: the four faces of a screen are read off it. */
export type Resource<T> = {
  value: T | undefined
  status: 'idle' | 'loading' | 'ready' | 'failed'
  /** Why the last reading failed. */
  code: ApiErrorCode | undefined
  /** When the value was read, epoch milliseconds; null when never. */
  asOf: number | null
}

export const emptyResource: Resource<never> = { value: undefined, status: 'idle', code: undefined, asOf: null }

/**
 * A resource and the actions that load and replace it. Two loads at once share one call; a failed one keeps the old value.
 * `isSameForAll`: it is not about the person, and stays when another one comes.
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

  /** Puts a value that is known by other means: stored, or a write's answer. */
  const put = atom(null, (_get, set, value: T, asOf: number | null) => {
    set(held, { value, status: 'ready', code: undefined, asOf })
  })

  const forget = atom(null, (_get, set) => set(held, emptyResource))

  return { atom: atom((get) => get(held)), load, put, forget }
}
