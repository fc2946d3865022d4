import type { Locale } from '../contract/primitives.ts'

/**
 * The redirect target of a URL without a language, by the chosen language; undefined if there is none. The same rule as the
 * server's, which gets no request once the worker responds.
 */
export function inChosenLanguage({ pathname, search }: URL, chosen: Locale): string | undefined {
  if (chosen === 'en' || /^\/de(\/|$)/.test(pathname)) return undefined
  return `/${chosen}${pathname === '/' ? '' : pathname}${search}`
}

/** The pages with the Google button, in all languages. Repeats `contract/routes.ts`, whose parsers are too large here. */
export const isSignInPage = ({ pathname }: URL): boolean => /^(?:\/de)?\/(?:login|register)\/?$/.test(pathname)
