import { RELOAD_PAUSE_MS } from '../limits.ts'

const BUILD_KEY = 'lotwatch.reloadedForBuild'
const ERROR_KEY = 'lotwatch.reloadedAt'
/** The router's own mark that it has reloaded for a part that failed to load; the error's message follows. */
const ROUTER_KEY = 'tanstack_router_reload:'

/** Whether this tab has reloaded for a build already. If it is still not ours, another reload will not bring it either. */
export const hasReloadedFor = (buildId: string): boolean => sessionStorage.getItem(BUILD_KEY) === buildId

/** Reloads for a new build, once: a build that is still not ours after that is not worth a loop. */
export function reloadForBuild(buildId: string): void {
  if (hasReloadedFor(buildId)) return
  sessionStorage.setItem(BUILD_KEY, buildId)
  location.reload()
}

/**
 * A part of the app that fails to load is most often one of an older build: reloading brings the new one. At most once in
 * ten seconds, only while the user is on the way to that part (hovering over a link loads
 * ahead, and must not reload the page under the hand), and never without network.
 */
export function reloadOnLoadErrors(isNavigating: () => boolean, reload = () => location.reload()): void {
  addEventListener('vite:preloadError', (event) => {
    // The router would reload too, without a pause: as far as it knows, it has done so already.
    sessionStorage.setItem(ROUTER_KEY + event.payload.message, '1')
    if (!isNavigating() || !navigator.onLine) return
    const last = Number(sessionStorage.getItem(ERROR_KEY) ?? 0)
    if (Date.now() - last < RELOAD_PAUSE_MS) return
    sessionStorage.setItem(ERROR_KEY, String(Date.now()))
    event.preventDefault()
    reload()
  })
}
