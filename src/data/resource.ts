import type { Client } from '../api/client.ts'
import { atom, browserAtom } from '../store/store.ts'
import { type LoadState, NOT_LOADED, runLoad } from './load.ts'
import type { Topic } from './topics.ts'

/** A value loaded from the server, with the load state that screens show. */
export type Resource<T> = LoadState & { value: T | undefined }

export const emptyResource: Resource<never> = { ...NOT_LOADED, value: undefined }

type Options = {
  /** The value is the same for all users and survives a change of account. */
  isSameForAll?: boolean
  /** Screens that show the value load it again when this changes. */
  topic?: Topic
}

/** A resource and the actions that load and replace it. Concurrent loads share one call; a failed load keeps the old value. */
export function createResource<T>(read: (client: Client) => Promise<T>, { isSameForAll = false, topic }: Options = {}) {
  const held = isSameForAll ? browserAtom<Resource<T>>(emptyResource) : atom<Resource<T>>(emptyResource)

  const load = atom(null, (get, set) =>
    runLoad<Resource<T>>(get, {
      key: `resource ${held}`,
      note: (change) => set(held, (before) => ({ ...before, ...change })),
      read: async (client) => ({ value: await read(client) }),
    }),
  )

  /** Sets a value known from elsewhere: from storage, or from a write's response. */
  const put = atom(null, (_get, set, value: T, asOf: number | null) => {
    set(held, { value, status: 'ready', code: undefined, asOf, triedAt: null })
  })

  const forget = atom(null, (_get, set) => set(held, emptyResource))

  return { atom: atom((get) => get(held)), load, put, forget, topic }
}
