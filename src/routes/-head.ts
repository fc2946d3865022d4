import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { LOCALES } from '../../contract/vocabulary/locales.ts'
import { type LocalePrefix, localeOfPrefix, pathIn } from '../i18n/locales.ts'
import type { RouterContext } from './-context.ts'

const PRODUCT = 'Lotwatch'
const description = msg`Track auctions across marketplaces with custom filters and notifications`

type Match = { context: RouterContext; params: { locale?: LocalePrefix }; pathname: string }
type Page = { title: MessageDescriptor | string; isPrivate?: boolean }

/** A page's head: title, description and alternate links. Private pages are not indexed by search engines. */
export function pageHead({ context, params, pathname }: Match, { title, isPrivate = false }: Page) {
  const { i18n, origin } = context
  const text = typeof title === 'string' ? title : i18n._(title)
  const alternates = [...LOCALES.map((locale) => [locale, locale] as const), ['x-default', 'en'] as const]
  return {
    meta: [
      { title: text.includes(PRODUCT) ? text : `${text} – ${PRODUCT}` },
      { name: 'description', content: i18n._(description) },
      ...(isPrivate ? [{ name: 'robots', content: 'noindex' }] : []),
    ],
    links: [
      { rel: 'canonical', href: origin + pathIn(localeOfPrefix(params.locale), pathname) },
      ...alternates.map(([hrefLang, locale]) => ({ rel: 'alternate', hrefLang, href: origin + pathIn(locale, pathname) })),
    ],
  }
}
