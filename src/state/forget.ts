import { detailsAtom } from './auction.ts'
import { matchesAsOfAtom, matchesAtom } from './cachedAuctions.ts'
import { forgetFiltersAtom } from './cachedFilters.ts'
import { edgesAtom } from './edges.ts'
import { inboxPagesAtom } from './inbox/inbox.ts'
import { outboxEntriesAtom } from './outbox.ts'
import { statsAtom } from './stats.ts'
import { atom } from './store.ts'
import { userAtom } from './user.ts'

/** Empties the page and the device of all that belongs to a person; the session itself is the caller's. */
export const forgetPersonAtom = atom(null, async (get, set) => {
  set(userAtom, null)
  set(statsAtom, null)
  set(matchesAtom, new Map())
  set(matchesAsOfAtom, null)
  set(inboxPagesAtom, new Map())
  set(forgetFiltersAtom)
  set(detailsAtom, new Map())
  set(outboxEntriesAtom, [])
  const { storage } = get(edgesAtom)
  // Changes that were made as someone else must not be sent as whoever comes next.
  await storage.write('outbox', [])
  await storage.write('unsavedFilter', null)
})
