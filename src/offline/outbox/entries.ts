import { atom } from '../../store/store.ts'
import type { OutboxEntry } from '../storage/records.ts'

/** Changes that the server has not confirmed, oldest first; kept up to date by the outbox. */
export const outboxEntriesAtom = atom<readonly OutboxEntry[]>([])

export const waitingCountAtom = atom((get) => get(outboxEntriesAtom).filter(({ state }) => state === 'waiting').length)

/** Changes that need the user's decision. */
export const undecidedEntriesAtom = atom((get) => get(outboxEntriesAtom).filter(({ state }) => state !== 'waiting'))
