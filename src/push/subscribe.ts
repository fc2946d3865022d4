import type { AppConfig } from '../../contract/config.ts'
import { type DeviceDraft, WebPushSubscription } from '../../contract/device.ts'
import { PUSH_ENABLE_DEADLINE_MS } from '../limits.ts'

type Address =
  | { kind: 'fcm'; token: string }
  | { kind: 'webPush'; subscription: Extract<DeviceDraft, { kind: 'webPush' }>['subscription'] }

/**
 * This browser's address for push, by Firebase where the installation has it and by the open standard elsewhere. Rejects
 * when there is none.
 * @param isNew another address than before: the previous one is gone
 */
export function pushAddress(config: AppConfig, isNew = false): Promise<Address> {
  return withDeadline(askForAddress(config, isNew))
}

async function askForAddress({ fcm, vapidPublicKey }: AppConfig, isNew: boolean): Promise<Address> {
  const registration = await navigator.serviceWorker.ready
  if (fcm && !isSafari()) {
    const { messagingToken } = await import('./messaging.ts')
    return { kind: 'fcm', token: await messagingToken(fcm, registration, isNew) }
  }
  const known = await registration.pushManager.getSubscription()
  const applicationServerKey = bytesOf(vapidPublicKey)
  // An address made with another key of the server's is one that the server cannot send to.
  const isOurs = !isNew && known && sameBytes(known.options.applicationServerKey, applicationServerKey)
  if (known && !isOurs) await known.unsubscribe()
  const subscription = isOurs ? known : await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
  return { kind: 'webPush', subscription: WebPushSubscription.parse(subscription.toJSON()) }
}

/** Firebase cannot carry what Safari shows by itself (Declarative Web Push): it gets its pushes straight from the server. */
const isSafari = () => navigator.vendor.startsWith('Apple')

/** Without network some browsers never answer, and where the worker is blocked it never gets ready. */
function withDeadline<T>(asking: Promise<T>): Promise<T> {
  const deadline = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('The push service did not answer.')), PUSH_ENABLE_DEADLINE_MS)
  })
  return Promise.race([asking, deadline])
}

/** Base64url, as keys of servers are written. */
function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, (character) => character.charCodeAt(0))
}

function sameBytes(a: ArrayBuffer | null, b: Uint8Array): boolean {
  if (!a || a.byteLength !== b.byteLength) return false
  const bytes = new Uint8Array(a)
  return b.every((byte, index) => byte === bytes[index])
}
