import { Locale } from '../../contract/primitives.ts'
import { localizedPath, ROOT_LOCALE, splitLocale } from '../../contract/routes.ts'

export const LOCALES: readonly Locale[] = Locale.options

/** The route tree's parameter: only German carries a prefix. */
export type LocalePrefix = Exclude<Locale, 'en'> | undefined

export const localeOfPrefix = (prefix: LocalePrefix): Locale => prefix ?? ROOT_LOCALE
export const prefixOfLocale = (locale: Locale): LocalePrefix => (locale === 'en' ? undefined : locale)

/** A page's address in a language: `/filters` is `/de/filters` in German. Takes addresses with or without a prefix. */
export const pathIn = (locale: Locale, path: string): string => localizedPath(locale, splitLocale(path).path)

export const localeOfPath = (path: string): Locale => splitLocale(path).locale
