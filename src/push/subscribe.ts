import type { AppConfig } from '../../contract/config.ts'
import { type DeviceDraft, WebPushSubscription } from '../../contract/device.ts'
import { PUSH_ENABLE_DEADLINE_MS } from '../limits.ts'

type Address =
  | { kind: 'fcm'; token: string }
  | { kind: 'webPush'; subscription: Extract<DeviceDraft, { kind: 'webPush' }>['subscription'] }

/**
 * This browser's push address: from Firebase if the installation uses it, else from the Push API. Rejects if there is none.
 * @param isNew get a new address, because the previous one is dead
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
  // The server cannot send to an address that was created with a different key.
  const isOurs = !isNew && known && sameBytes(known.options.applicationServerKey, applicationServerKey)
  if (known && !isOurs) await known.unsubscribe()
  const subscription = isOurs ? known : await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
  return { kind: 'webPush', subscription: WebPushSubscription.parse(subscription.toJSON()) }
}

/** Firebase cannot send Declarative Web Push, which Safari uses: Safari gets its pushes directly from the server. */
const isSafari = () => navigator.vendor.startsWith('Apple')

/** Without a network some browsers never settle, and a blocked worker never becomes ready. */
function withDeadline<T>(asking: Promise<T>): Promise<T> {
  const deadline = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('The push service did not answer.')), PUSH_ENABLE_DEADLINE_MS)
  })
  return Promise.race([asking, deadline])
}

/** Decodes base64url, the encoding of server keys. */
function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, (character) => character.charCodeAt(0))
}

function sameBytes(a: ArrayBuffer | null, b: Uint8Array): boolean {
  if (!a || a.byteLength !== b.byteLength) return false
  const bytes = new Uint8Array(a)
  return b.every((byte, index) => byte === bytes[index])
}
