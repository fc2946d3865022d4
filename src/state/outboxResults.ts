import type { Filter } from '../../contract/filter.ts'
import type { Match } from '../../contract/match.ts'
import type { OutboxEntry } from '../storage/records.ts'
import { keepMatchesAtom } from './cachedAuctions.ts'
import { keepFilterAtom } from './cachedFilters.ts'
import { outboxEntriesAtom } from './outbox.ts'
import { atom } from './store.ts'

/** Takes the server's answer (parsed by its call) to a change into the state, however long ago the change was made. */
export const takeConfirmedAtom = atom(null, (get, set, entry: OutboxEntry, answer: unknown) => {
  if (answer === undefined) return
  // A newer change of the same thing is still under way: the answer to the older one would flicker.
  const isOvertaken = get(outboxEntriesAtom).some(
    ({ id, subject }) => id !== entry.id && subject !== null && subject === entry.subject,
  )
  if (isOvertaken) return
  if (entry.call === 'changeMatch') set(keepMatchesAtom, [answer as Match])
  else set(keepFilterAtom, answer as Filter)
})
