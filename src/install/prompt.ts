import { atom, browserAtom, type Store } from '../state/store.ts'

/** Not in TypeScript's library: one family of browsers only. */
type InstallPromptEvent = Event & { prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }> }

const promptAtom = browserAtom<InstallPromptEvent | null>(null)

/** Whether the browser would install the app now if asked. */
export const canInstallAtom = atom((get) => get(promptAtom) !== null)

export const installAtom = atom(null, async (get, set) => {
  const event = get(promptAtom)
  // It can be used once; the browser sends another if it wants to be asked again.
  set(promptAtom, null)
  await event?.prompt()
})

/** Keeps the browser's offer for the moment when the user asks for it. */
export function keepInstallPrompt(store: Store): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    store.set(promptAtom, event as InstallPromptEvent)
  })
  addEventListener('appinstalled', () => {
    store.set(promptAtom, null)
    // Installed apps may keep their data when the disk runs full.
    void navigator.storage?.persist?.()
  })
}

/** On the iPhone and iPad push exists for installed apps only, and installing is done by hand. */
export const isInstalled = (): boolean =>
  matchMedia('(display-mode: standalone)').matches || (navigator as { standalone?: boolean }).standalone === true
