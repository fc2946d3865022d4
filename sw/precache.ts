/// <reference lib="webworker" />
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: { url: string; revision: string | null }[] }

/** The page without content: index.html is the prerendered landing page, and would flash on every other route. */
const SHELL = '/shell.html'
/** Answered by the server alone, also when they are opened like pages. */
const NOT_THE_APP = [/^\/api\//, /^\/feeds\//, /^\/build\.json$/, /^\/sitemap\.xml$/, /^\/robots\.txt$/]

/** Keeps the app's files, and answers every page of it from them: at once, and without a network as well. */
export function precacheApp(): void {
  precacheAndRoute(self.__WB_MANIFEST)
  cleanupOutdatedCaches()
  registerRoute(new NavigationRoute(createHandlerBoundToURL(SHELL), { denylist: NOT_THE_APP }))
}
