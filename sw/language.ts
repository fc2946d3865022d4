import type { Locale } from '../contract/primitives.ts'

/**
 * Where an address without a language leads, by the language that was chosen; undefined where it stays as it is. The same
 * rule as the server's, which is not asked once the worker answers.
 */
export function inChosenLanguage({ pathname, search }: URL, chosen: Locale): string | undefined {
  if (chosen === 'en' || /^\/de(\/|$)/.test(pathname)) return undefined
  return `/${chosen}${pathname === '/' ? '' : pathname}${search}`
}
