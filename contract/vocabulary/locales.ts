/** The languages of the product. */
export const LOCALES = ['en', 'de'] as const
export type Locale = (typeof LOCALES)[number]

/** The language without a path prefix. */
export const ROOT_LOCALE = 'en' satisfies Locale

/** Name of the cookie with the chosen language, for paths without one. Value: a `Locale`. */
export const LOCALE_COOKIE = 'locale'

export const isLocale = (text: unknown): text is Locale => (LOCALES as readonly unknown[]).includes(text)
