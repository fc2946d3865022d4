import { createPagedResource } from '../../../data/pagedResource.ts'
import { keepMatchesAtom, matchesAsOfAtom, matchesAtom } from '../../../session/cachedAuctions.ts'
import { atom } from '../../../store/store.ts'
import { listMatches } from '../api.ts'
import { type InboxQuery, keyOf, serverQuery } from './query.ts'
import type { Frontier } from './rows.ts'

/** How far each query has been loaded; the matches are kept once for all. A refresh reloads the first page and keeps the later ones, so that it never shortens the list. */
export const inbox = createPagedResource<InboxQuery, Frontier>('inbox', {
  keyOf,
  read: async (client, query, before, cursor, set) => {
    const { items, nextCursor, asOf } = await listMatches(client, { ...serverQuery(query), ...(cursor ? { cursor } : {}) })
    set(keepMatchesAtom, items)
    const frontier = { isComplete: nextCursor === null, last: items.at(-1) ?? before.value?.last }
    if (cursor) return { value: frontier, cursor: nextCursor, asOf: before.asOf }
    const loadedAt = Date.parse(asOf)
    set(matchesAsOfAtom, (latest) => Math.max(latest ?? 0, loadedAt))
    return before.value ? { asOf: loadedAt } : { value: frontier, cursor: nextCursor, asOf: loadedAt }
  },
})

/** Drops all pages: the server can no longer replay the missed events. */
export const resetInboxAtom = atom(null, (_get, set) => {
  set(inbox.forget)
  set(matchesAtom, new Map())
})
