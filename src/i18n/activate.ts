import { type I18n, type Messages, setupI18n } from '@lingui/core'
import type { Locale } from '../../contract/primitives.ts'

/** Each language is a chunk of its own: a reader loads one. */
const catalogues: Record<Locale, () => Promise<{ messages: Messages }>> = {
  en: () => import('./locales/en/messages.po'),
  de: () => import('./locales/de/messages.po'),
}

/** One per page on the client and one per request on the server: a shared one would mix the languages of two visitors. */
export const createI18n = (): I18n => setupI18n()

/** Loads the language's texts, if need be, and switches to them. */
export async function activate(i18n: I18n, locale: Locale): Promise<void> {
  if (i18n.locale === locale) return
  const { messages } = await catalogues[locale]()
  i18n.loadAndActivate({ locale, messages })
}
