import { localizedPath, ROOT_LOCALE, splitLocale } from '../contract/routes.ts'
import type { Locale } from '../contract/vocabulary/locales.ts'

/**
 * The redirect target of a URL without a language, by the chosen language; undefined if there is none. The same rule as the
 * server's, which gets no request once the worker responds.
 */
export function inChosenLanguage({ pathname, search }: URL, chosen: Locale): string | undefined {
  if (chosen === ROOT_LOCALE || splitLocale(pathname).locale !== ROOT_LOCALE) return undefined
  return localizedPath(chosen, pathname) + search
}
