import { leavePushAtom } from '../../push/device.ts'
import { endSessionAtom } from '../../session/logOut.ts'
import { atom } from '../../store/store.ts'

/** Logs the user out: stops push to this device, ends the session and removes all of the user's data. */
export const logOutAtom = atom(null, (_get, set) => set(endSessionAtom, () => set(leavePushAtom)))
