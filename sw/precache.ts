/// <reference lib="webworker" />
import type { RouteHandlerCallback } from 'workbox-core'
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { chosenLocale } from './chosenLocale.ts'
import { inChosenLanguage, isSignInPage } from './language.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: { url: string; revision: string | null }[] }

/** The page without content: index.html is the prerendered landing page, and would flash on every other route. */
const SHELL = '/shell.html'
/** Answered by the server alone, also when they are opened like pages. */
const NOT_THE_APP = [/^\/api\//, /^\/feeds\//, /^\/build\.json$/, /^\/sitemap\.xml$/, /^\/robots\.txt$/]

/** How long a page may take from the network before the kept one is shown in its place. */
const PAGE_DEADLINE_MS = 5000

/** A page as the server sends it now; undefined when the server cannot be reached, or has failed. */
async function fromNetwork(request: Request): Promise<Response | undefined> {
  const tooLate = new Promise<undefined>((resolve) => setTimeout(resolve, PAGE_DEADLINE_MS))
  const answer = await Promise.race([fetch(request).catch(() => undefined), tooLate])
  return answer && answer.status < 500 ? answer : undefined
}

/**
 * Keeps the app's files, and answers every page of it from them: at once, and without a network as well. Sign-in pages come
 * from the server while it can be reached: its policy for them alone lets the Google button work.
 */
export function precacheApp(): void {
  precacheAndRoute(self.__WB_MANIFEST)
  cleanupOutdatedCaches()
  const shell = createHandlerBoundToURL(SHELL)
  const answer: RouteHandlerCallback = async (options) => {
    const chosen = inChosenLanguage(options.url, await chosenLocale())
    if (chosen !== undefined) return Response.redirect(chosen, 302)
    return isSignInPage(options.url) ? ((await fromNetwork(options.request)) ?? shell(options)) : shell(options)
  }
  registerRoute(new NavigationRoute(answer, { denylist: NOT_THE_APP }))
}
