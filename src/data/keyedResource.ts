import type { Client } from '../api/client.ts'
import { atom } from '../store/store.ts'
import { runLoad } from './load.ts'
import { emptyResource, type Resource } from './resource.ts'

/** Resources of one kind by key, the one loaded last at the end. */
export type Keyed<T> = ReadonlyMap<string, Resource<T>>

/**
 * One resource for each key, for example for each auction.
 * @param max how many loaded values are kept
 */
export function createKeyedResource<T>(name: string, read: (client: Client, key: string) => Promise<T>, max: number) {
  const held = atom<Keyed<T>>(new Map())

  const load = atom(null, (get, set, key: string) =>
    runLoad<Resource<T>>(get, {
      key: `${name} ${key}`,
      note: (change) =>
        set(held, (before) => {
          const others = [...before].filter(([other]) => other !== key)
          return new Map([...others, [key, { ...(before.get(key) ?? emptyResource), ...change }] as const].slice(-max))
        }),
      read: async (client) => ({ value: await read(client, key) }),
    }),
  )

  return { atom: held, load }
}
