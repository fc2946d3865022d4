import * as z from 'zod/mini'
import { BUILD_POLL_MS } from '../limits.ts'

const MANIFEST_PATH = '/build.json'
const Manifest = z.object({ buildId: z.string() })

/** The build that this page belongs to; undefined in development. */
export function ownBuildId(): string | undefined {
  const id = document.querySelector<HTMLMetaElement>('meta[name="build-id"]')?.content
  return id?.startsWith('%') ? undefined : id
}

/** Checks the build manifest, on a timer and when the page becomes visible, and reports every build other than our own. */
export function watchBuild(onNewBuild: (buildId: string) => void): () => void {
  const own = ownBuildId()
  if (!own) return () => undefined
  const compare = async () => {
    if (document.hidden || !navigator.onLine) return
    const current = await readManifest()
    if (current && current !== own) onNewBuild(current)
  }
  const check = () => void compare()
  const timer = setInterval(check, BUILD_POLL_MS)
  document.addEventListener('visibilitychange', check)
  check()
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', check)
  }
}

async function readManifest(): Promise<string | undefined> {
  try {
    const response = await fetch(MANIFEST_PATH, { cache: 'no-store', credentials: 'omit' })
    return Manifest.safeParse(await response.json()).data?.buildId
  } catch {
    return undefined
  }
}
