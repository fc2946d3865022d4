import { tryAtom } from '../../data/tryCall.ts'
import { eraseUser } from '../../session/api.ts'
import { atom } from '../../store/store.ts'
import { logOutAtom } from '../signIn/index.ts'

export const eraseAccountAtom = atom(null, async (_get, set) => {
  if (await set(tryAtom, eraseUser)) await set(logOutAtom)
})
