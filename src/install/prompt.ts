import { atom, browserAtom, type Store } from '../store/store.ts'

/** Not in TypeScript's library: only Chromium browsers have it. */
type InstallPromptEvent = Event & { prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }> }

const promptAtom = browserAtom<InstallPromptEvent | null>(null)

/** Whether the browser offers to install the app. */
export const canInstallAtom = atom((get) => get(promptAtom) !== null)

export const installAtom = atom(null, async (get, set) => {
  const event = get(promptAtom)
  // The event can be used once; the browser may send another.
  set(promptAtom, null)
  await event?.prompt()
})

/** Keeps the browser's install prompt until the user asks for it. */
export function keepInstallPrompt(store: Store): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    store.set(promptAtom, event as InstallPromptEvent)
  })
  addEventListener('appinstalled', () => {
    store.set(promptAtom, null)
    // Persistent storage is exempt from eviction when the disk is full.
    void navigator.storage?.persist?.()
  })
}

/** Whether the app is installed. On iPhone and iPad only installed apps have push, and users install them by hand. */
export const isInstalled = (): boolean =>
  matchMedia('(display-mode: standalone)').matches || (navigator as { standalone?: boolean }).standalone === true
