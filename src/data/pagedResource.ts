import type { Client } from '../api/client.ts'
import { atom, type Setter } from '../store/store.ts'
import { runLoad } from './load.ts'
import { emptyResource, type Resource } from './resource.ts'

/** What has been loaded of one list: `cursor` leads to the next page; null at the end. */
export type Paged<V> = Resource<V> & { cursor: string | null }

const unread = { ...emptyResource, cursor: null } as const

type Source<Query, V> = {
  keyOf(query: Query): string
  /** Requests one page, the first without a cursor, and resolves to what it changes. */
  read(client: Client, query: Query, before: Paged<V>, cursor: string | undefined, set: Setter): Promise<Partial<Paged<V>>>
}

/** Lists that are loaded page by page, one for each query. */
export function createPagedResource<Query, V>(name: string, { keyOf, read }: Source<Query, V>) {
  const held = atom<ReadonlyMap<string, Paged<V>>>(new Map())

  const loadPage = atom(null, (get, set, query: Query, cursor: string | undefined): Promise<void> => {
    const key = keyOf(query)
    const current = () => get(held).get(key) ?? unread
    return runLoad<Paged<V>>(get, {
      key: `${name} ${key}`,
      note: (change) => set(held, (before) => new Map(before).set(key, { ...current(), ...change })),
      read: (client) => read(client, query, current(), cursor, set),
    })
  })

  /** Loads the first page again. */
  const refresh = atom(null, (_get, set, query: Query) => set(loadPage, query, undefined))

  /** Loads the next page, if there is one. */
  const next = atom(null, (get, set, query: Query): Promise<void> => {
    const cursor = get(held).get(keyOf(query))?.cursor
    return cursor ? set(loadPage, query, cursor) : Promise.resolve()
  })

  const forget = atom(null, (_get, set) => set(held, new Map()))

  return { atom: atom((get) => get(held)), refresh, next, forget }
}
