import { createFileRoute, notFound, Outlet } from '@tanstack/react-router'
import { isLocale, ROOT_LOCALE } from '../../../contract/vocabulary/locales.ts'
import { NotFoundPage } from '../../features/frame/errors/lazy.ts'
import { activate } from '../../i18n/activate.ts'
import { type LocalePrefix, localeOfPrefix } from '../../i18n/locales.ts'

const isPrefix = (locale: unknown): locale is NonNullable<LocalePrefix> => isLocale(locale) && locale !== ROOT_LOCALE

/** The URL determines the language: no prefix is English, `/de` is German, any other is not found. */
export const Route = createFileRoute('/{-$locale}')({
  params: {
    parse: ({ locale }): { locale?: LocalePrefix } => {
      if (locale !== undefined && !isPrefix(locale)) throw notFound()
      return { locale }
    },
    // Links on a not-found page inherit the first segment of its URL, whatever it is.
    stringify: ({ locale }) => ({ locale: isPrefix(locale) ? locale : undefined }),
  },
  beforeLoad: ({ context, params, location }) => activate(context.i18n, localeOfPrefix(params.locale), location.pathname),
  component: Outlet,
  notFoundComponent: NotFoundPage,
})
