import { type ApiErrorCode, errorCode } from '../../../api/errors.ts'
import { servicesAtom } from '../../../services/services.ts'
import { keepMatchesAtom, matchesAsOfAtom, matchesAtom } from '../../../session/cachedAuctions.ts'
import { inFlightAtom } from '../../../store/inFlight.ts'
import { atom } from '../../../store/store.ts'
import { listMatches } from '../api.ts'
import { type InboxQuery, keyOf, serverQuery } from './query.ts'
import type { Frontier } from './rows.ts'

/** What has been loaded of one query. */
export type InboxPages = Frontier & {
  status: 'loading' | 'ready' | 'failed'
  code: ApiErrorCode | undefined
  cursor: string | null
  /** When the first page was loaded, epoch milliseconds; null if never. */
  asOf: number | null
}

export const inboxPagesAtom = atom<ReadonlyMap<string, InboxPages>>(new Map())

const unread: InboxPages = { status: 'loading', code: undefined, cursor: null, isComplete: false, last: undefined, asOf: null }

const changePagesAtom = atom(null, (get, set, key: string, change: Partial<InboxPages>) => {
  const pages = new Map(get(inboxPagesAtom))
  pages.set(key, { ...unread, ...pages.get(key), ...change })
  set(inboxPagesAtom, pages)
})

/** Reloads the first page of a query. Later pages stay, so that a refresh never shortens the list. */
export const refreshInboxAtom = atom(null, (get, set, query: InboxQuery): Promise<void> => {
  const key = keyOf(query)
  const before = get(inboxPagesAtom).get(key)
  return get(inFlightAtom)(`inbox ${key}`, async () => {
    set(changePagesAtom, key, { status: 'loading' })
    const { client } = get(servicesAtom)
    try {
      const { items, nextCursor, asOf } = await listMatches(client, serverQuery(query))
      set(keepMatchesAtom, items)
      const isFirst = before?.asOf == null
      const frontier = isFirst ? { cursor: nextCursor, isComplete: nextCursor === null, last: items.at(-1) } : {}
      set(changePagesAtom, key, { status: 'ready', code: undefined, asOf: Date.parse(asOf), ...frontier })
      set(matchesAsOfAtom, Math.max(get(matchesAsOfAtom) ?? 0, Date.parse(asOf)))
    } catch (error) {
      set(changePagesAtom, key, { status: 'failed', code: errorCode(error) })
    }
  })
})

/** Loads the next page of a query, if there is one. */
export const readOnAtom = atom(null, (get, set, query: InboxQuery): Promise<void> => {
  const key = keyOf(query)
  const pages = get(inboxPagesAtom).get(key)
  if (!pages?.cursor || pages.isComplete) return Promise.resolve()
  const { cursor } = pages
  return get(inFlightAtom)(`inbox ${key}`, async () => {
    try {
      const { items, nextCursor } = await listMatches(get(servicesAtom).client, { ...serverQuery(query), cursor })
      set(keepMatchesAtom, items)
      set(changePagesAtom, key, {
        status: 'ready',
        code: undefined,
        cursor: nextCursor,
        isComplete: nextCursor === null,
        last: items.at(-1) ?? pages.last,
      })
    } catch (error) {
      set(changePagesAtom, key, { status: 'failed', code: errorCode(error) })
    }
  })
})

/** Drops all pages: the server can no longer replay the missed events. */
export const resetInboxAtom = atom(null, (_get, set) => {
  set(inboxPagesAtom, new Map())
  set(matchesAtom, new Map())
})
