import { localizedPath, splitLocale } from '../../contract/routes.ts'
import { type Locale, ROOT_LOCALE } from '../../contract/vocabulary/locales.ts'

/** The route parameter: the root language has no prefix. */
export type LocalePrefix = Exclude<Locale, typeof ROOT_LOCALE> | undefined

export const localeOfPrefix = (prefix: LocalePrefix): Locale => prefix ?? ROOT_LOCALE
export const prefixOfLocale = (locale: Locale): LocalePrefix => (locale === ROOT_LOCALE ? undefined : locale)

/** A page's path in a language: `/filters` is `/de/filters` in German. Accepts paths with or without a prefix. */
export const pathIn = (locale: Locale, path: string): string => localizedPath(locale, splitLocale(path).path)

export const localeOfPath = (path: string): Locale => splitLocale(path).locale
