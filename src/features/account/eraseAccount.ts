import { tryCall } from '../../data/tryCall.ts'
import { eraseUser } from '../../session/api.ts'
import { atom } from '../../store/store.ts'
import { logOutAtom } from '../signIn/index.ts'

export const eraseAccountAtom = atom(null, async (get, set) => {
  if (await tryCall(get, set, eraseUser)) await set(logOutAtom)
})
