import type { Locale } from '../../contract/primitives.ts'
import { changeUser } from '../api/account.ts'
import { rememberLocale } from '../i18n/cookie.ts'
import { inFlightAtom } from './inFlight.ts'
import { changePreferencesAtom, preferencesAtom } from './preferences.ts'
import { servicesAtom } from './services.ts'
import { sessionAtom } from './session/session.ts'
import { atom, type Store } from './store.ts'
import { userAtom } from './user.ts'

/** Remembers the language in this browser: for the server, the worker, and addresses that name none. */
export const rememberLocaleAtom = atom(null, (get, set, locale: Locale) => {
  rememberLocale(locale)
  if (get(preferencesAtom).locale !== locale) set(changePreferencesAtom, { locale })
})

/** The user's choice: it is remembered, and mails, pushes and the other alerts follow it. */
export const chooseLocaleAtom = atom(null, async (get, set, locale: Locale) => {
  set(rememberLocaleAtom, locale)
  set(changePreferencesAtom, { localeUntold: get(userAtom)?.locale !== locale })
  await set(tellLocaleAtom)
})

/** Tells the account of the language that was chosen, if it has yet to be told; without a network the next call does. */
export const tellLocaleAtom = atom(
  null,
  (get, set): Promise<void> =>
    get(inFlightAtom)('locale', async () => {
      // Another choice may be made while one is under way.
      while (get(preferencesAtom).localeUntold && get(sessionAtom).isAuthenticated) {
        const { locale } = get(preferencesAtom)
        const user = await changeUser(get(servicesAtom).client, { locale }).catch(() => undefined)
        if (!user) return
        set(userAtom, user)
        set(changePreferencesAtom, { localeUntold: get(preferencesAtom).locale !== locale })
      }
    }),
)

/** Tells of it as soon as that is possible: now, and with the network. Returns the function that stops it. */
export function keepLocaleTold(store: Store): () => void {
  const tell = () => void store.set(tellLocaleAtom)
  tell()
  addEventListener('online', tell)
  return () => removeEventListener('online', tell)
}
