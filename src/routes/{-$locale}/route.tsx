import { createFileRoute, notFound, Outlet } from '@tanstack/react-router'
import { activate } from '../../i18n/activate.ts'
import { type LocalePrefix, localeOfPrefix } from '../../i18n/locales.ts'
import { NotFoundPage } from '../../screens/errors/lazy.ts'

/** The address decides the language: no prefix is English, `/de` is German, anything else is no page. */
export const Route = createFileRoute('/{-$locale}')({
  params: {
    parse: ({ locale }): { locale?: LocalePrefix } => {
      if (locale !== undefined && locale !== 'de') throw notFound()
      return { locale }
    },
    // Links on a page that is not there inherit whatever its address begins with.
    stringify: ({ locale }) => ({ locale: locale === 'de' ? locale : undefined }),
  },
  beforeLoad: ({ context, params, location }) => activate(context.i18n, localeOfPrefix(params.locale), location.pathname),
  component: Outlet,
  notFoundComponent: NotFoundPage,
})
