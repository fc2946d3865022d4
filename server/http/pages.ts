import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Locale } from '../../contract/primitives.ts'
import {
  APP_ROUTES,
  AUCTION_ROUTE,
  isSignInPath,
  LOCALE_COOKIE,
  localizedPath,
  MARKETPLACE_ROUTE,
  PUBLIC_ROUTES,
  ROOT_LOCALE,
  splitLocale,
} from '../../contract/routes.ts'
import { isDatabaseUnreachable } from '../database/pool.ts'
import type { BuiltApp } from '../pages/builtApp.ts'
import { cachePublicPages } from '../pages/publicPages.ts'
import { sitemap } from '../pages/sitemap.ts'
import type { HttpDependencies } from './dependencies.ts'
import { sendErrorPage } from './errorPage.ts'
import { signInPageHeaders } from './headers.ts'
import { sendProblem } from './problems.ts'

const YEAR_SECONDS = 31_536_000
type PublicPage = ReturnType<typeof cachePublicPages>

/** `Retry-After` while the database is unreachable. */
const RETRY_AFTER_SECONDS = 2
const HTML = 'text/html; charset=utf-8'

/** Serves the built app: its files, the prerendered public pages, the empty shell for the app's own routes, and 404. */
export async function servePages(app: FastifyInstance, deps: HttpDependencies): Promise<void> {
  const { builtApp, settings } = deps
  app.get('/robots.txt', { schema: { hide: true } }, async (_, reply) =>
    reply
      .type('text/plain')
      .header('cache-control', 'no-cache')
      .send(`User-agent: *\nDisallow: /api/\nDisallow: /feeds/\nSitemap: ${settings.publicUrl}/sitemap.xml\n`),
  )
  app.get('/sitemap.xml', { schema: { hide: true } }, async (_, reply) =>
    reply
      .type('application/xml')
      .header('cache-control', 'no-cache')
      .send(
        sitemap(
          settings.publicUrl,
          deps.registry.all.map(({ id }) => id),
        ),
      ),
  )
  if (builtApp) {
    await app.register((scope) => serveFiles(scope, builtApp.folder))
  }
  const publicPage = cachePublicPages(deps)
  app.setNotFoundHandler((request, reply) => answerPath(deps, publicPage, request, reply))
}

async function serveFiles(scope: FastifyInstance, folder: string): Promise<void> {
  // No rate limit: a page loads dozens of files, and sending one is cheap.
  scope.addHook('onRoute', (route) => {
    route.config = { ...route.config, addressLimit: 'none' }
  })
  await scope.register(fastifyStatic, {
    root: folder,
    index: false,
    // One route per file; all other paths are pages or not found.
    wildcard: false,
    redirect: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      // Names under /assets carry a hash of their content; everything else must be revalidated after each build.
      reply.header('cache-control', /[\\/]assets[\\/]/.test(path) ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache')
    },
  })
}

async function answerPath(
  deps: HttpDependencies,
  publicPage: PublicPage,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { pathname, search } = addressOf(request.url)
  if (pathname === '/api' || pathname.startsWith('/api/')) return sendProblem(reply, 'not_found')
  const isPageRequest = (request.method === 'GET' || request.method === 'HEAD') && acceptsHtml(request)
  // A missing file must not be answered with a page, which a browser would run or cache.
  if (!isPageRequest || pathname.startsWith('/assets/'))
    return reply.code(404).type('text/plain').header('cache-control', 'no-store').send('Not found')
  const { builtApp } = deps
  if (!builtApp) return reply.code(503).type('text/plain').send('The app has not been built: npm run build')

  const { locale, path } = splitLocale(pathname)
  const page = pageAt(deps, publicPage, builtApp, pathname)
  if (!page) return sendErrorPage(request, reply, builtApp, { status: 404, pathname })
  reply.header('cache-control', 'no-cache')
  // The answer to a path without a language depends on the language cookie.
  if (locale === ROOT_LOCALE) {
    reply.header('vary', 'Cookie')
    const chosen = chosenLocale(request.headers.cookie)
    if (chosen !== ROOT_LOCALE) return reply.redirect(localizedPath(chosen, path) + search, 302)
  }
  try {
    const html = await page()
    if (isSignInPath(pathname)) reply.helmet(signInPageHeaders(deps.settings))
    return reply.type(HTML).send(html)
  } catch (error) {
    const isUnreachable = isDatabaseUnreachable(error)
    if (isUnreachable) reply.header('retry-after', String(RETRY_AFTER_SECONDS))
    request.log[isUnreachable ? 'warn' : 'error']({ err: error }, 'page rendering failed')
    return sendErrorPage(request, reply, builtApp, { status: isUnreachable ? 503 : 500, pathname })
  }
}

/** The renderer of the page at this path; undefined when there is no such page. */
function pageAt(
  deps: HttpDependencies,
  publicPage: PublicPage,
  app: BuiltApp,
  pathname: string,
): (() => Promise<string>) | undefined {
  const { locale, path } = splitLocale(pathname)
  if ((PUBLIC_ROUTES as readonly string[]).includes(path)) return () => publicPage(app, localizedPath(locale, path))
  if (isAppPath(path)) return async () => app.shell
  if (!path.startsWith(MARKETPLACE_ROUTE) || !deps.registry.get(path.slice(MARKETPLACE_ROUTE.length))) return undefined
  return () => publicPage(app, localizedPath(locale, path))
}

/** The language in the cookie; the root's when it is missing or unknown. */
function chosenLocale(cookies = ''): Locale {
  const values = cookies.split(';').map((cookie) => cookie.trim().split('='))
  const value = values.find(([name]) => name === LOCALE_COOKIE)?.[1]
  return Locale.safeParse(value).data ?? ROOT_LOCALE
}

const isAppPath = (path: string): boolean =>
  (APP_ROUTES as readonly string[]).includes(path) ||
  (path.startsWith(AUCTION_ROUTE) && !path.slice(AUCTION_ROUTE.length).includes('/'))

/**
 * The path and query of a request target, empty if it is malformed. Leading slashes are collapsed, so that `//host` does not
 * name a host.
 */
function addressOf(target: string): { pathname: string; search: string } {
  return URL.parse(target.replace(/^\/+/, '/'), 'http://localhost') ?? { pathname: '', search: '' }
}

function acceptsHtml(request: FastifyRequest): boolean {
  const accept = request.headers.accept ?? '*/*'
  const lastSegment = request.url.split('?')[0]?.split('/').at(-1) ?? ''
  return accept.includes('text/html') || (accept.includes('*/*') && !lastSegment.includes('.'))
}
