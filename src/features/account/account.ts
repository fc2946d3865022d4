import { createResource } from '../../data/resource.ts'
import { tryAtom } from '../../data/tryCall.ts'
import { changeUser, exportUser } from '../../session/api.ts'
import { userAtom } from '../../session/user.ts'
import { atom } from '../../store/store.ts'
import { endOtherSession, endOtherSessions, listSessions } from './api.ts'

export const sessions = createResource(listSessions)

export const changeNameAtom = atom(null, (_get, set, name: string) =>
  set(tryAtom, async (client) => set(userAtom, await changeUser(client, { name }))),
)

export const endOtherSessionAtom = atom(null, async (_get, set, id: string) => {
  await set(tryAtom, (client) => endOtherSession(client, id))
  await set(sessions.load)
})

/** Ends all other sessions of this account. */
export const endOtherSessionsAtom = atom(null, async (_get, set) => {
  await set(tryAtom, endOtherSessions)
  await set(sessions.load)
})

/** All data stored about the user, as the text of a file. */
export const exportAccountAtom = atom(null, async (_get, set): Promise<string | undefined> => {
  const exported = await set(tryAtom, exportUser)
  return exported && JSON.stringify(exported.answer, null, 2)
})
