import { RELOAD_PAUSE_MS } from '../limits.ts'

const BUILD_KEY = 'lotwatch.reloadedForBuild'
const ERROR_KEY = 'lotwatch.reloadedAt'
/** The prefix of the router's key for "has already reloaded because of this load error"; the error's message follows. */
const ROUTER_KEY = 'tanstack_router_reload:'

/** Whether this tab has already reloaded for a build. If it still has another one, a further reload will not help. */
export const hasReloadedFor = (buildId: string): boolean => sessionStorage.getItem(BUILD_KEY) === buildId

/** Reloads for a new build, once, to avoid a reload loop. */
export function reloadForBuild(buildId: string): void {
  if (hasReloadedFor(buildId)) return
  sessionStorage.setItem(BUILD_KEY, buildId)
  location.reload()
}

/**
 * Reloads the page when a chunk fails to load: most often it belongs to an older build. At most once in ten seconds, never
 * without a network, and only during navigation: hovering over a link preloads chunks, and must not reload the page.
 */
export function reloadOnLoadErrors(isNavigating: () => boolean, reload = () => location.reload()): void {
  addEventListener('vite:preloadError', (event) => {
    // Keeps the router from reloading too, which it would do without a pause.
    sessionStorage.setItem(ROUTER_KEY + event.payload.message, '1')
    if (!isNavigating() || !navigator.onLine) return
    const last = Number(sessionStorage.getItem(ERROR_KEY) ?? 0)
    if (Date.now() - last < RELOAD_PAUSE_MS) return
    sessionStorage.setItem(ERROR_KEY, String(Date.now()))
    event.preventDefault()
    reload()
  })
}
