import type { OutboxEntry } from '../storage/records.ts'
import { atom } from './store.ts'

/** Changes that the server has not confirmed, oldest first; the outbox itself keeps this up to date. */
export const outboxEntriesAtom = atom<readonly OutboxEntry[]>([])

export const waitingCountAtom = atom((get) => get(outboxEntriesAtom).filter(({ state }) => state === 'waiting').length)

/** Changes that wait for the user's decision. */
export const undecidedEntriesAtom = atom((get) => get(outboxEntriesAtom).filter(({ state }) => state !== 'waiting'))
