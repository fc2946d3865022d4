import { Locale } from './primitives.ts'

/** The language without a path prefix. */
export const ROOT_LOCALE: Locale = 'en'

/** Name of the cookie with the chosen language, for paths without one. Value: a `Locale`. */
export const LOCALE_COOKIE = 'locale'

/** Public, indexable pages; each is prerendered in every language. */
export const PUBLIC_ROUTES = ['/', '/login', '/register', '/forgot-password'] as const

/** The pages with the Google button; only they may load Google's scripts. */
export const SIGN_IN_ROUTES = ['/login', '/register'] as const satisfies readonly (typeof PUBLIC_ROUTES)[number][]
export const isSignInPath = (pathname: string): boolean =>
  (SIGN_IN_ROUTES as readonly string[]).includes(splitLocale(pathname).path)

/** Pages that only the app renders. */
export const APP_ROUTES = ['/account', '/auctions', '/overview', '/filters', '/filters/create', '/subscriptions'] as const

/** Prefixes of detail pages. */
export const MARKETPLACE_ROUTE = '/marketplaces/'
export const AUCTION_ROUTE = '/auctions/'

/** Joins and splits a page's language and path. */
export const localizedPath = (locale: Locale, path: string): string =>
  locale === ROOT_LOCALE ? path : path === '/' ? `/${locale}` : `/${locale}${path}`

export function splitLocale(pathname: string): { locale: Locale; path: string } {
  const [, first = '', ...rest] = pathname.split('/')
  const named = Locale.safeParse(first)
  if (!named.success || named.data === ROOT_LOCALE) return { locale: ROOT_LOCALE, path: withoutSlash(pathname) }
  return { locale: named.data, path: withoutSlash(`/${rest.join('/')}`) }
}

const withoutSlash = (path: string) => (path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path)
