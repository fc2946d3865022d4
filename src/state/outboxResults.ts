import { Filter } from '../../contract/filter.ts'
import { Match } from '../../contract/match.ts'
import type { OutboxEntry } from '../storage/records.ts'
import { keepMatchesAtom } from './cachedAuctions.ts'
import { keepFilterAtom } from './filters/filters.ts'
import { outboxEntriesAtom } from './outbox.ts'
import { atom } from './store.ts'

/** Takes the server's answer to a change into the state, however long ago the change was made. */
export const takeConfirmedAtom = atom(null, (get, set, entry: OutboxEntry, answer: unknown) => {
  // A newer change of the same thing is still under way: the answer to the older one would flicker.
  const isOvertaken = get(outboxEntriesAtom).some(
    ({ id, subject }) => id !== entry.id && subject !== null && subject === entry.subject,
  )
  if (isOvertaken) return
  if (entry.call === 'changeMatch') {
    const match = Match.safeParse(answer).data
    if (match) set(keepMatchesAtom, [match])
  } else {
    const filter = Filter.safeParse(answer).data
    if (filter) set(keepFilterAtom, filter)
  }
})
