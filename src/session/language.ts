import type { Locale } from '../../contract/primitives.ts'
import { rememberLocale } from '../i18n/cookie.ts'
import { changePreferencesAtom, preferencesAtom } from '../preferences/preferences.ts'
import { servicesAtom } from '../services/services.ts'
import { inFlightAtom } from '../store/inFlight.ts'
import { atom, type Store } from '../store/store.ts'
import { changeUser } from './api.ts'
import { sessionAtom } from './session.ts'
import { userAtom } from './user.ts'

/** Stores the language in this browser: for the server, the worker, and URLs without a language. */
export const rememberLocaleAtom = atom(null, (get, set, locale: Locale) => {
  rememberLocale(locale)
  if (get(preferencesAtom).locale !== locale) set(changePreferencesAtom, { locale })
})

/** Sets the language that the user chose, also for mails, pushes and other alerts. */
export const chooseLocaleAtom = atom(null, async (get, set, locale: Locale) => {
  set(rememberLocaleAtom, locale)
  set(changePreferencesAtom, { localeUnsaved: get(userAtom)?.locale !== locale })
  await set(saveLocaleAtom)
})

/** Saves the chosen language to the account, if that is pending. Stays pending without a network. */
export const saveLocaleAtom = atom(
  null,
  (get, set): Promise<void> =>
    get(inFlightAtom)('locale', async () => {
      // The user may choose again during the call.
      while (get(preferencesAtom).localeUnsaved && get(sessionAtom).isAuthenticated) {
        const { locale } = get(preferencesAtom)
        const user = await changeUser(get(servicesAtom).client, { locale }).catch(() => undefined)
        if (!user) return
        set(userAtom, user)
        set(changePreferencesAtom, { localeUnsaved: get(preferencesAtom).locale !== locale })
      }
    }),
)

/** Saves a pending language now and whenever the network returns. Returns a function that stops it. */
export function keepLocaleSaved(store: Store): () => void {
  const save = () => void store.set(saveLocaleAtom)
  save()
  addEventListener('online', save)
  return () => removeEventListener('online', save)
}
