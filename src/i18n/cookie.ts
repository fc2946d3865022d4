import type { Locale } from '../../contract/primitives.ts'
import { LOCALE_COOKIE_S } from '../limits.ts'

/** The cookie that the server reads, see contract/routes.ts. Repeated to keep the contract's parsers out of the first paint. */
const LOCALE_COOKIE = 'locale'

/** Stores the language for the server's responses to URLs without one. */
export function rememberLocale(locale: Locale): void {
  const secure = location.protocol === 'https:' ? '; secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in one of the supported browsers.
  document.cookie = `${LOCALE_COOKIE}=${locale}; path=/; max-age=${LOCALE_COOKIE_S}; samesite=lax${secure}`
}
