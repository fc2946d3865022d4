import type { Locale } from '../../contract/primitives.ts'
import { LOCALE_COOKIE_S } from '../limits.ts'

/** The name that the server reads, see contract/routes.ts; written out, as the contract's parsers do without in the first paint. */
const LOCALE_COOKIE = 'locale'

/** For the server's answers to addresses that name no language. */
export function rememberLocale(locale: Locale): void {
  const secure = location.protocol === 'https:' ? '; secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in one of the supported browsers.
  document.cookie = `${LOCALE_COOKIE}=${locale}; path=/; max-age=${LOCALE_COOKIE_S}; samesite=lax${secure}`
}
