import * as z from 'zod/mini'
import { PENDING_PATH_MS } from '../limits.ts'
import { servicesAtom } from '../services/services.ts'
import type { Store } from '../store/store.ts'

/** The worker's message when a notification is clicked while the app is open. */
const Opened = z.object({ type: z.literal('open'), path: z.string().check(z.regex(/^\/(?![/\\])/)) })

/** Navigates to the target of a clicked notification. Anything but a path on our own site is ignored. */
export function listenToWorker(goTo: (path: string) => void): void {
  navigator.serviceWorker?.addEventListener('message', ({ data }) => {
    const opened = Opened.safeParse(data).data
    if (opened) goTo(opened.path)
  })
}

/** Navigates to the path that the worker stored: some platforms open the start page whatever was clicked. */
export async function goToPendingPath(store: Store, goTo: (path: string) => void): Promise<void> {
  const { storage, now } = store.get(servicesAtom)
  const pending = await storage.read('pendingPath').catch(() => null)
  if (!pending) return
  await storage.write('pendingPath', null)
  if (now() - pending.at < PENDING_PATH_MS && location.pathname + location.search !== pending.path) goTo(pending.path)
}
