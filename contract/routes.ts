import { isLocale, LOCALE_COOKIE, type Locale, ROOT_LOCALE } from './vocabulary/locales.ts'

export { LOCALE_COOKIE, ROOT_LOCALE }

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
  if (!isLocale(first) || first === ROOT_LOCALE) return { locale: ROOT_LOCALE, path: withoutSlash(pathname) }
  return { locale: first, path: withoutSlash(`/${rest.join('/')}`) }
}

const withoutSlash = (path: string) => (path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path)
