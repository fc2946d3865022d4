import type { FastifyReply, FastifyRequest } from 'fastify'
import { isbot } from 'isbot'
import type { Locale } from '../../contract/primitives.ts'
import { splitLocale } from '../../contract/routes.ts'
import { escapeHtml } from '../notifications/messages/html.ts'
import type { BuiltApp } from '../pages/builtApp.ts'

type ErrorPage = { status: 404 | 500 | 503; pathname: string }

const MAX_SHOWN_PATH_CHARACTERS = 300

/** For readers without JavaScript. */
const TEXTS: Record<Locale, { notFound: (path: string) => string; failed: string; again: string; start: string }> = {
  en: {
    notFound: (path) => `Page Not Found: ${path}`,
    failed: 'Something went wrong on this page',
    again: 'Your auctions and filters are safe. Please try again in a moment.',
    start: 'To the start page',
  },
  de: {
    notFound: (path) => `Seite nicht gefunden: ${path}`,
    failed: 'Auf dieser Seite ist etwas schiefgegangen',
    again: 'Deine Auktionen und Filter sind nicht verloren. Bitte versuche es gleich noch einmal.',
    start: 'Zur Startseite',
  },
}

/**
 * Answers with an error page: the app's shell with the error text in the HTML, for readers without JavaScript. Bots get the
 * status with an empty body. Caches must revalidate a 404 and must not store other errors.
 */
export function sendErrorPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { shell, prerender }: BuiltApp,
  { status, pathname }: ErrorPage,
): FastifyReply {
  reply.code(status).header('cache-control', status === 404 ? 'no-cache' : 'no-store')
  if (isbot(request.headers['user-agent'])) return reply.type('text/plain').send('')
  const { locale } = splitLocale(pathname)
  const texts = TEXTS[locale]
  const heading = status === 404 ? texts.notFound(pathname.slice(0, MAX_SHOWN_PATH_CHARACTERS)) : texts.failed
  const home = locale === 'en' ? '/' : `/${locale}`
  const html =
    `<main><p>${status}</p><h1>${escapeHtml(heading)}</h1>` +
    `${status === 404 ? '' : `<p>${escapeHtml(texts.again)}</p>`}<p><a href="${home}">${escapeHtml(texts.start)}</a></p></main>`
  const head = `<title data-pre="">${status} – Lotwatch</title><meta data-pre="" name="robots" content="noindex"/>`
  return reply.type('text/html; charset=utf-8').send(prerender.assemblePage(shell, { html, head, locale, status }))
}
