import { I18nProvider } from '@lingui/react'
import { Outlet, useLocation, useRouteContext } from '@tanstack/react-router'
import { useEffect } from 'react'
import { rememberLocale } from '../../i18n/cookie.ts'
import { localeOfPath } from '../../i18n/locales.ts'
import { changePreferencesAtom } from '../../state/preferences.ts'
import { StoreProvider, useAction } from '../../state/store.ts'
import { Head } from './Head.tsx'

/** Around every page: the language and the state. */
export function Root() {
  const { i18n, store } = useRouteContext({ from: '__root__' })
  return (
    <I18nProvider i18n={i18n}>
      <StoreProvider store={store}>
        <Head />
        <LanguageMemory />
        <Outlet />
      </StoreProvider>
    </I18nProvider>
  )
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
