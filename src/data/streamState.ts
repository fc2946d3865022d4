import { atom } from '../store/store.ts'

/** Whether the event stream is open, so that what is shown is up to date. */
export const isLiveAtom = atom(false)

/** Whether the server refuses this tab's event stream, because the user has too many open. */
export const isStreamRefusedAtom = atom(false)
