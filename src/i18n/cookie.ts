import type { Locale } from '../../contract/primitives.ts'
import { LOCALE_COOKIE_S } from '../limits.ts'

const LOCALE_COOKIE = 'locale'

/** The address decides the language; the cookie remembers it for the server's first answer to an address without one. */
export function rememberLocale(locale: Locale): void {
  const secure = location.protocol === 'https:' ? '; secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in one of the supported browsers.
  document.cookie = `${LOCALE_COOKIE}=${locale}; path=/; max-age=${LOCALE_COOKIE_S}; samesite=lax${secure}`
}
