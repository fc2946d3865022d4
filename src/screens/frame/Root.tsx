import { I18nProvider } from '@lingui/react'
import { Outlet, useLocation, useRouteContext } from '@tanstack/react-router'
import { useEffect, useSyncExternalStore } from 'react'
import { rememberLocale } from '../../i18n/cookie.ts'
import { localeOfPath } from '../../i18n/locales.ts'
import { changePreferencesAtom } from '../../state/preferences.ts'
import { type PersonStore, StoreProvider, useAction } from '../../state/store.ts'
import { Head } from './Head.tsx'

/** Around every page: the language and the state. */
export function Root() {
  const { i18n, store } = useRouteContext({ from: '__root__' })
  const person = useSyncExternalStore(store.onReplaced, store.current, store.current)
  return (
    <I18nProvider i18n={i18n}>
      <StoreProvider key={keyOf(person)} store={person}>
        <Head />
        <LanguageMemory />
        <Outlet />
      </StoreProvider>
    </I18nProvider>
  )
}

const keys = new WeakMap<PersonStore, number>()
let lastKey = 0

/** Another person's page is built anew: what is typed and opened in it is state as well. */
function keyOf(person: PersonStore): number {
  const key = keys.get(person) ?? ++lastKey
  keys.set(person, key)
  return key
}

/** The address decides the language; document, cookie and worker follow it. */
function LanguageMemory() {
  const locale = useLocation({ select: ({ pathname }) => localeOfPath(pathname) })
  const changePreferences = useAction(changePreferencesAtom)
  useEffect(() => {
    document.documentElement.lang = locale
    rememberLocale(locale)
    changePreferences({ locale })
  }, [locale, changePreferences])
  return null
}
