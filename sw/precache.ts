/// <reference lib="webworker" />
import type { RouteHandlerCallback } from 'workbox-core'
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { isSignInPath } from '../contract/routes.ts'
import { chosenLocale } from './chosenLocale.ts'
import { inChosenLanguage } from './language.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: { url: string; revision: string | null }[] }

/** The page without content. index.html is the prerendered landing page, which would flash on other routes. */
const SHELL = '/shell.html'
/** Only the server responds to these, even when they are opened as pages. */
const NOT_THE_APP = [/^\/api\//, /^\/feeds\//, /^\/build\.json$/, /^\/sitemap\.xml$/, /^\/robots\.txt$/]

/** How long a page may take from the network before the cached one is used. */
const PAGE_DEADLINE_MS = 5000

/** The page from the server; undefined if the server cannot be reached or fails. */
async function fromNetwork(request: Request): Promise<Response | undefined> {
  const tooLate = new Promise<undefined>((resolve) => setTimeout(resolve, PAGE_DEADLINE_MS))
  const answer = await Promise.race([fetch(request).catch(() => undefined), tooLate])
  return answer && answer.status < 500 ? answer : undefined
}

/**
 * Caches the app's files and serves all its pages from them, instantly and offline. Sign-in pages come from the server while
 * it can be reached, because only its content security policy for them allows the Google button.
 */
export function precacheApp(): void {
  precacheAndRoute(self.__WB_MANIFEST)
  cleanupOutdatedCaches()
  const shell = createHandlerBoundToURL(SHELL)
  const answer: RouteHandlerCallback = async (options) => {
    const chosen = inChosenLanguage(options.url, await chosenLocale())
    if (chosen !== undefined) return Response.redirect(chosen, 302)
    return isSignInPath(options.url.pathname) ? ((await fromNetwork(options.request)) ?? shell(options)) : shell(options)
  }
  registerRoute(new NavigationRoute(answer, { denylist: NOT_THE_APP }))
}
