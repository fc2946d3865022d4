import { RELOAD_PAUSE_MS } from '../limits.ts'

const BUILD_KEY = 'lotwatch.reloadedForBuild'
const ERROR_KEY = 'lotwatch.reloadedAt'

/** Reloads for a new build, once: a build that is still not ours after that is not worth a loop. */
export function reloadForBuild(buildId: string): void {
  if (sessionStorage.getItem(BUILD_KEY) === buildId) return
  sessionStorage.setItem(BUILD_KEY, buildId)
  location.reload()
}

/**
 * A part of the app that fails to load is most often one of an older build: reloading brings the new one. At most once in
 * ten seconds (specification, section 2), only while the user is on the way to that part (hovering over a link loads
 * ahead, and must not reload the page under the hand), and never without network.
 */
export function reloadOnLoadErrors(isNavigating: () => boolean): void {
  addEventListener('vite:preloadError', (event) => {
    if (!isNavigating() || !navigator.onLine) return
    const last = Number(sessionStorage.getItem(ERROR_KEY) ?? 0)
    if (Date.now() - last < RELOAD_PAUSE_MS) return
    sessionStorage.setItem(ERROR_KEY, String(Date.now()))
    event.preventDefault()
    location.reload()
  })
}
