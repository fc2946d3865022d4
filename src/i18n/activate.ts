import { type I18n, type Messages, setupI18n } from '@lingui/core'
import { splitLocale } from '../../contract/routes.ts'
import type { Locale } from '../../contract/vocabulary/locales.ts'

type Part = 'landing' | 'inbox' | 'rest'
type Catalogue = () => Promise<{ messages: Messages }>

/**
 * Each language loads separately and in parts: one for each of the two entry pages, including the frames' texts, and `rest`.
 * The build splits the catalogue by the features that use the texts.
 */
const catalogues: Record<Locale, Record<Part, Catalogue>> = {
  en: {
    landing: () => import('./locales/en/messages.po?part=landing?lingui'),
    inbox: () => import('./locales/en/messages.po?part=inbox?lingui'),
    rest: () => import('./locales/en/messages.po?part=rest?lingui'),
  },
  de: {
    landing: () => import('./locales/de/messages.po?part=landing?lingui'),
    inbox: () => import('./locales/de/messages.po?part=inbox?lingui'),
    rest: () => import('./locales/de/messages.po?part=rest?lingui'),
  },
}

/** The part that suffices for a page; other pages need all parts. */
const PAGE_PART: Readonly<Record<string, Part>> = { '/': 'landing', '/auctions': 'inbox' }

/** One per page on the client and one per request on the server: sharing would mix the languages of visitors. */
export const createI18n = (): I18n => setupI18n()

const loading = new WeakMap<I18n, Map<Catalogue, Promise<void>>>()

/** Switches to a language after loading the texts that the page at `pathname` needs. The rest loads in the background. */
export async function activate(i18n: I18n, locale: Locale, pathname: string): Promise<void> {
  const { landing, inbox, rest } = catalogues[locale]
  const load = (catalogue: Catalogue) => loadOnce(i18n, locale, catalogue)
  const part = PAGE_PART[splitLocale(pathname).path]
  if (part) await load(catalogues[locale][part])
  const all = Promise.all([landing, inbox, rest].map(load))
  // Retried by the next page that needs them.
  if (part) all.catch(() => undefined)
  else await all
  if (i18n.locale !== locale) i18n.activate(locale)
}

function loadOnce(i18n: I18n, locale: Locale, catalogue: Catalogue): Promise<void> {
  const loads = loading.get(i18n) ?? new Map<Catalogue, Promise<void>>()
  loading.set(i18n, loads)
  const load = loads.get(catalogue) ?? catalogue().then(({ messages }) => i18n.load(locale, messages))
  loads.set(catalogue, load)
  load.catch(() => loads.delete(catalogue))
  return load
}
