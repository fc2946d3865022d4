/// <reference lib="webworker" />
import type { RouteHandlerCallback } from 'workbox-core'
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { chosenLocale } from './chosenLocale.ts'
import { inChosenLanguage } from './language.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: { url: string; revision: string | null }[] }

/** The page without content: index.html is the prerendered landing page, and would flash on every other route. */
const SHELL = '/shell.html'
/** Answered by the server alone, also when they are opened like pages. */
const NOT_THE_APP = [/^\/api\//, /^\/feeds\//, /^\/build\.json$/, /^\/sitemap\.xml$/, /^\/robots\.txt$/]

/** Keeps the app's files, and answers every page of it from them: at once, and without a network as well. */
export function precacheApp(): void {
  precacheAndRoute(self.__WB_MANIFEST)
  cleanupOutdatedCaches()
  const shell = createHandlerBoundToURL(SHELL)
  const answer: RouteHandlerCallback = async (options) => {
    const chosen = inChosenLanguage(options.url, await chosenLocale())
    return chosen === undefined ? shell(options) : Response.redirect(chosen, 302)
  }
  registerRoute(new NavigationRoute(answer, { denylist: NOT_THE_APP }))
}
