import { createFileRoute, notFound, Outlet } from '@tanstack/react-router'
import { NotFoundPage } from '../../features/frame/errors/lazy.ts'
import { activate } from '../../i18n/activate.ts'
import { type LocalePrefix, localeOfPrefix } from '../../i18n/locales.ts'

/** The URL determines the language: no prefix is English, `/de` is German, any other is not found. */
export const Route = createFileRoute('/{-$locale}')({
  params: {
    parse: ({ locale }): { locale?: LocalePrefix } => {
      if (locale !== undefined && locale !== 'de') throw notFound()
      return { locale }
    },
    // Links on a not-found page inherit the first segment of its URL, whatever it is.
    stringify: ({ locale }) => ({ locale: locale === 'de' ? locale : undefined }),
  },
  beforeLoad: ({ context, params, location }) => activate(context.i18n, localeOfPrefix(params.locale), location.pathname),
  component: Outlet,
  notFoundComponent: NotFoundPage,
})
