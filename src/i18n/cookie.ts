import { LOCALE_COOKIE, type Locale } from '../../contract/vocabulary/locales.ts'
import { LOCALE_COOKIE_S } from '../limits.ts'

/** Stores the language for the server's responses to URLs without one. */
export function rememberLocale(locale: Locale): void {
  const secure = location.protocol === 'https:' ? '; secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in one of the supported browsers.
  document.cookie = `${LOCALE_COOKIE}=${locale}; path=/; max-age=${LOCALE_COOKIE_S}; samesite=lax${secure}`
}
