import { vi } from 'vitest'

/** A browser's subscription as JSON; each number has its own address. */
export const subscriptionOf = (number: number) => ({
  endpoint: `https://push.example/${number}`,
  keys: { p256dh: `BA${'p'.repeat(84)}A`, auth: `${'a'.repeat(21)}A` },
})

/** The server's public key, and its bytes as in a subscription. */
export const VAPID_PUBLIC_KEY = btoa('key')
const KEY_BYTES = new TextEncoder().encode('key').buffer

/**
 * Fakes the browser's side of push: its permission, and a push manager that creates numbered addresses. Undone by
 * `vi.restoreAllMocks`.
 */
export function fakePush(start: NotificationPermission) {
  const state = { permission: start, answer: 'granted' as NotificationPermission, asked: 0, made: 0 }
  let current: number | undefined
  const subscription = () =>
    current === undefined
      ? null
      : {
          options: { applicationServerKey: KEY_BYTES },
          toJSON: () => subscriptionOf(current ?? 0),
          unsubscribe: async () => {
            current = undefined
            return true
          },
        }
  const pushManager = {
    getSubscription: async () => subscription(),
    subscribe: async () => {
      state.made += 1
      current = state.made
      return subscription()
    },
  }
  vi.spyOn(Notification, 'permission', 'get').mockImplementation(() => state.permission)
  vi.spyOn(Notification, 'requestPermission').mockImplementation(async () => {
    state.asked += 1
    state.permission = state.answer
    return state.answer
  })
  vi.spyOn(navigator.serviceWorker, 'ready', 'get').mockImplementation(
    async () => ({ pushManager }) as unknown as ServiceWorkerRegistration,
  )
  return state
}
