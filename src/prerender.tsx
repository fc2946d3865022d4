/** Renders public pages to HTML: at build time and, for pages with live data, on the server. Uses neither DOM nor API. */
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import type { Locale } from '../contract/primitives.ts'
import { PUBLIC_ROUTES } from '../contract/routes.ts'
import { LOCALES } from '../contract/vocabulary/locales.ts'
import { type PageData, pageDataElement, putPageData } from './features/landing/pageData.ts'
import { activate, createI18n } from './i18n/activate.ts'
import { localeOfPath, pathIn } from './i18n/locales.ts'
import { documentMark } from './install/signInDocument.ts'
import { createAppRouter } from './router.tsx'
import { createStore } from './store/store.ts'

export type RenderedPage = {
  /** The content of the body. */
  html: string
  /** Title, description and alternate links. The app replaces them with its own. */
  head: string
  status: 200 | 404 | 500
  locale: Locale
  /** Attributes of the html element, each preceded by a space. */
  marks: string
}

type Data = PageData & {
  /** `https://host`; without it the URLs in the head stay relative. */
  origin?: string
}

/** The public paths that the build renders, in both languages. */
export const prerenderedPaths: readonly string[] = LOCALES.flatMap((locale) => PUBLIC_ROUTES.map((path) => pathIn(locale, path)))

/** React renders the elements of the head before everything else. */
const HEAD_ELEMENTS = /^(?:<title[^>]*>[^<]*<\/title>|<(?:meta|link)\b[^>]*>)+/

/** Renders one page. Each call has its own language and state, so that pages can be rendered concurrently. */
export async function renderPage(
  path: string,
  { origin = '', marketplaces = [], auctions = [] }: Data = {},
): Promise<RenderedPage> {
  const locale = localeOfPath(new URL(path, 'http://page').pathname)
  const i18n = createI18n()
  await activate(i18n, locale, path)
  const store = createStore()
  putPageData(store, { marketplaces, auctions })
  const router = createAppRouter({
    context: { i18n, store, origin, marketplaces },
    history: createMemoryHistory({ initialEntries: [path] }),
  })
  await router.load()
  const rendered = renderToString(<RouterProvider router={router} />)
  const head = HEAD_ELEMENTS.exec(rendered)?.[0] ?? ''
  return {
    html: rendered.slice(head.length) + (auctions.length > 0 ? pageDataElement({ marketplaces, auctions }) : ''),
    head: head.replace(/<(title|meta|link)/g, '<$1 data-pre=""'),
    status: statusOf(router),
    locale,
    marks: documentMark(pathIn('en', router.state.location.pathname)),
  }
}

function statusOf(router: ReturnType<typeof createAppRouter>): RenderedPage['status'] {
  const { matches } = router.state
  if (matches.some((match) => match.status === 'notFound' || match._notFound === true)) return 404
  return matches.some(({ status }) => status === 'error') ? 500 : 200
}

/** Inserts a rendered page into the shell. */
export function assemblePage(shell: string, { html, head, locale, marks }: RenderedPage): string {
  return shell
    .replace('<html lang="en">', `<html lang="${locale}"${marks}>`)
    .replace('<!--head-->', () => head)
    .replace('<!--app-->', () => html)
}
