import { eraseUser } from '../api/account.ts'
import { tryAtom } from './account.ts'
import { logOutAtom } from './session/logOut.ts'
import { atom } from './store.ts'

export const eraseAccountAtom = atom(null, async (_get, set) => {
  if (await set(tryAtom, eraseUser)) await set(logOutAtom)
})
