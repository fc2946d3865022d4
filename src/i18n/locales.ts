import type { Locale } from '../../contract/primitives.ts'

/** Repeated here, because the contract's list would load its parsers before the first paint. The type keeps both in step. */
export const LOCALES: readonly Locale[] = ['en', 'de']

/** The route parameter: only German has a prefix. */
export type LocalePrefix = Exclude<Locale, 'en'> | undefined

export const localeOfPrefix = (prefix: LocalePrefix): Locale => prefix ?? 'en'
export const prefixOfLocale = (locale: Locale): LocalePrefix => (locale === 'en' ? undefined : locale)

/** A page's path in a language: `/filters` is `/de/filters` in German. Accepts paths with or without a prefix. */
export function pathIn(locale: Locale, path: string): string {
  const plain = path.replace(/^\/de(?=\/|$)/, '') || '/'
  if (locale === 'en') return plain
  return plain === '/' ? `/${locale}` : `/${locale}${plain}`
}

export const localeOfPath = (path: string): Locale => (/^\/de(\/|$)/.test(path) ? 'de' : 'en')
