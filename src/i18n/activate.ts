import { type I18n, type Messages, setupI18n } from '@lingui/core'
import type { Locale } from '../../contract/primitives.ts'

type Catalogue = () => Promise<{ messages: Messages }>

/**
 * Each language is loaded by itself, in two parts: `first` has the texts of the landing page and the inbox, `rest` all
 * others (the build takes them apart by where they are used).
 */
const catalogues: Record<Locale, { first: Catalogue; rest: Catalogue }> = {
  en: {
    first: () => import('./locales/en/messages.po?part=first?lingui'),
    rest: () => import('./locales/en/messages.po?part=rest?lingui'),
  },
  de: {
    first: () => import('./locales/de/messages.po?part=first?lingui'),
    rest: () => import('./locales/de/messages.po?part=rest?lingui'),
  },
}

/** Pages whose texts are all in the first part, by their English path. */
const FIRST_PAGES = /^(\/de)?(\/|\/auctions(\/.*)?)?$/

/** One per page on the client and one per request on the server: a shared one would mix the languages of two visitors. */
export const createI18n = (): I18n => setupI18n()

const loading = new WeakMap<I18n, Map<Locale, Promise<void>>>()

/** Switches to a language, its texts loaded as far as the page at `pathname` needs them; the rest follows by itself. */
export async function activate(i18n: I18n, locale: Locale, pathname: string): Promise<void> {
  const rests = loading.get(i18n) ?? new Map<Locale, Promise<void>>()
  loading.set(i18n, rests)
  if (i18n.locale !== locale) {
    const { messages } = await catalogues[locale].first()
    i18n.load(locale, messages)
  }
  const rest = rests.get(locale) ?? loadRest(i18n, locale)
  rests.set(locale, rest)
  if (!FIRST_PAGES.test(pathname)) await rest
  if (i18n.locale !== locale) i18n.activate(locale)
}

async function loadRest(i18n: I18n, locale: Locale): Promise<void> {
  const { messages } = await catalogues[locale].rest()
  i18n.load(locale, messages)
}
