import { atom } from './store.ts'

/** Whether the event stream is open: then what is shown is as new as it can be. */
export const isLiveAtom = atom(false)

/** Whether the server refuses this tab's event stream, because the user has too many open. */
export const isStreamRefusedAtom = atom(false)

/** Rises with every event about deliveries, so that an open ledger reads again. */
export const deliveriesChangedAtom = atom(0)

/** The same for events about devices. */
export const devicesChangedAtom = atom(0)
