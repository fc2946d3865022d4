import { createResource } from '../../data/resource.ts'
import { tryCall } from '../../data/tryCall.ts'
import { changeUser, exportUser } from '../../session/api.ts'
import { userAtom } from '../../session/user.ts'
import { atom } from '../../store/store.ts'
import { endOtherSession, endOtherSessions, listSessions } from './api.ts'

export const sessions = createResource(listSessions)

export const changeNameAtom = atom(null, (get, set, name: string) =>
  tryCall(get, set, async (client) => set(userAtom, await changeUser(client, { name }))),
)

export const endOtherSessionAtom = atom(null, async (get, set, id: string) => {
  await tryCall(get, set, (client) => endOtherSession(client, id))
  await set(sessions.load)
})

/** Ends all other sessions of this account. */
export const endOtherSessionsAtom = atom(null, async (get, set) => {
  await tryCall(get, set, endOtherSessions)
  await set(sessions.load)
})

/** All data stored about the user, as the text of a file. */
export const exportAccountAtom = atom(null, async (get, set): Promise<string | undefined> => {
  const exported = await tryCall(get, set, exportUser)
  return exported && JSON.stringify(exported.answer, null, 2)
})
