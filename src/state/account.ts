import { changeUser, exportUser } from '../api/account.ts'
import { endOtherSession, endOtherSessions, listSessions } from '../api/auth.ts'
import type { Client } from '../api/client.ts'
import { errorCode } from '../api/errors.ts'
import { errorText } from '../i18n/texts.ts'
import { showToastAtom } from './announcements.ts'
import { createResource } from './resource.ts'
import { servicesAtom } from './services.ts'
import { atom } from './store.ts'
import { userAtom } from './user.ts'

export const sessions = createResource(listSessions)

/** Runs a call and shows a failure as a toast. Undefined if it failed. */
export const tryAtom = atom(
  null,
  async (get, set, work: (client: Client) => Promise<unknown>): Promise<{ answer: unknown } | undefined> => {
    const { client, translate } = get(servicesAtom)
    try {
      return { answer: await work(client) }
    } catch (error) {
      set(showToastAtom, { text: translate(errorText(errorCode(error))), tone: 'error' })
      return undefined
    }
  },
)

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
