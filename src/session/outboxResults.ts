import type { Filter } from '../../contract/filter.ts'
import type { Match } from '../../contract/match.ts'
import { outboxEntriesAtom } from '../offline/outbox/entries.ts'
import type { OutboxEntry } from '../offline/storage/records.ts'
import { atom } from '../store/store.ts'
import { keepMatchesAtom } from './cachedAuctions.ts'
import { keepFilterAtom } from './cachedFilters.ts'

/** Applies the server's (parsed) response to a change, however long ago the change was made. */
export const takeConfirmedAtom = atom(null, (get, set, entry: OutboxEntry, answer: unknown) => {
  if (answer === undefined) return
  // With a newer change to the same entity pending, showing this response would flicker.
  const isOvertaken = get(outboxEntriesAtom).some(
    ({ id, subject }) => id !== entry.id && subject !== null && subject === entry.subject,
  )
  if (isOvertaken) return
  if (entry.call === 'changeMatch') set(keepMatchesAtom, [answer as Match])
  else set(keepFilterAtom, answer as Filter)
})
