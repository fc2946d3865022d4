import { I18nProvider } from '@lingui/react'
import { Outlet, useLocation, useRouteContext } from '@tanstack/react-router'
import { Suspense, useEffect, useSyncExternalStore } from 'react'
import { localeOfPath, prefixOfLocale } from '../../i18n/locales.ts'
import { rememberLocaleAtom } from '../../session/language.ts'
import { otherAccountAtom } from '../../session/signIn.ts'
import { StoreProvider, type UserStore, useAtomValue, useSetAtom } from '../../store/store.ts'
import { OtherAccount } from '../signIn/index.ts'
import { Head } from './Head.tsx'

/** Wraps every page: provides language and state. */
export function Root() {
  const { i18n, store } = useRouteContext({ from: '__root__' })
  const user = useSyncExternalStore(store.onReplaced, store.current, store.current)
  return (
    <I18nProvider i18n={i18n}>
      <StoreProvider key={keyOf(user)} store={user}>
        <Head />
        <LanguageMemory />
        <Outlet />
        <Question />
      </StoreProvider>
    </I18nProvider>
  )
}

/** On every page, because the mobile shell may sign in another account at any time. */
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

const keys = new WeakMap<UserStore, number>()
let lastKey = 0

/** A React key per user: a change of user remounts the page, because its component state belongs to the previous one. */
function keyOf(user: UserStore): number {
  const key = keys.get(user) ?? ++lastKey
  keys.set(user, key)
  return key
}

/**
 * Stores the language of URLs that name one. A URL without a language says nothing about the user's preference, and must not
 * override an earlier choice.
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
