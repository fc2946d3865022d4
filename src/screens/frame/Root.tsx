import { I18nProvider } from '@lingui/react'
import { Outlet, useLocation, useRouteContext } from '@tanstack/react-router'
import { Suspense, useEffect, useSyncExternalStore } from 'react'
import { localeOfPath, prefixOfLocale } from '../../i18n/locales.ts'
import { rememberLocaleAtom } from '../../state/language.ts'
import { otherAccountAtom } from '../../state/session/signIn.ts'
import { type PersonStore, StoreProvider, useAtomValue, useSetAtom } from '../../state/store.ts'
import { OtherAccount } from '../signIn/lazy.ts'
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
        <Question />
      </StoreProvider>
    </I18nProvider>
  )
}

/** Over any page: the mobile shell may sign someone else in at any time. */
function Question() {
  const isAsked = useAtomValue(otherAccountAtom) !== null
  return (
    isAsked && (
      <Suspense>
        <OtherAccount />
      </Suspense>
    )
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

/**
 * The address decides the language of the page. One that names a language is remembered as well; one that names none says
 * nothing of what the user wants, and must not take a choice back.
 */
function LanguageMemory() {
  const locale = useLocation({ select: ({ pathname }) => localeOfPath(pathname) })
  const remember = useSetAtom(rememberLocaleAtom)
  useEffect(() => {
    document.documentElement.lang = locale
    if (prefixOfLocale(locale)) remember(locale)
  }, [locale, remember])
  return null
}
