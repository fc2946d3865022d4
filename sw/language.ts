import type { Locale } from '../contract/primitives.ts'

/**
 * Where an address without a language leads, by the language that was chosen; undefined where it stays as it is. The same
 * rule as the server's, which is not asked once the worker answers.
 */
export function inChosenLanguage({ pathname, search }: URL, chosen: Locale): string | undefined {
  if (chosen === 'en' || /^\/de(\/|$)/.test(pathname)) return undefined
  return `/${chosen}${pathname === '/' ? '' : pathname}${search}`
}

/** The pages with the Google button, in all languages (`contract/routes.ts` has the same list, and parsers that are too large here). */
export const isSignInPage = ({ pathname }: URL): boolean => /^(?:\/de)?\/(?:login|register)\/?$/.test(pathname)
