import type { Locale } from '../../contract/primitives.ts'

/** Written out: the contract's own list would bring its parsers into the first paint. The type keeps the two alike. */
export const LOCALES: readonly Locale[] = ['en', 'de']

/** The route tree's parameter: only German carries a prefix. */
export type LocalePrefix = Exclude<Locale, 'en'> | undefined

export const localeOfPrefix = (prefix: LocalePrefix): Locale => prefix ?? 'en'
export const prefixOfLocale = (locale: Locale): LocalePrefix => (locale === 'en' ? undefined : locale)

/** The page's address in a language: `/filters` is `/de/filters` in German. Takes addresses with or without a prefix. */
export function pathIn(locale: Locale, path: string): string {
  const plain = path.replace(/^\/de(?=\/|$)/, '') || '/'
  if (locale === 'en') return plain
  return plain === '/' ? `/${locale}` : `/${locale}${plain}`
}

export const localeOfPath = (path: string): Locale => (/^\/de(\/|$)/.test(path) ? 'de' : 'en')
