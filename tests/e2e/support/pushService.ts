import { createECDH, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { BrowserContext } from '@playwright/test'
import { decrypt } from 'http_ece'
import type { PushPayload } from '../../../contract/push.ts'

/** A push service on loopback with one subscribed browser, which records what the server sends. */
export async function startPushService() {
  const keys = createECDH('prime256v1')
  const p256dh = keys.generateKeys().toString('base64url')
  const authSecret = randomBytes(16)
  const received: PushPayload[] = []
  let path = `/push/${crypto.randomUUID()}`
  const server = createServer((request, response) => {
    // Subscriptions of earlier tests are dead.
    if (request.url !== path) return response.writeHead(410).end()
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      const text = decrypt(Buffer.concat(chunks), {
        version: 'aes128gcm',
        privateKey: keys,
        authSecret: authSecret.toString('base64url'),
      })
      received.push(JSON.parse(text.toString()))
      response.writeHead(201).end()
    })
  })
  const port = Number(process.env.E2E_PUSH_PORT)
  await new Promise<void>((resolve) => server.listen(port, 'localhost', resolve))
  const subscriptionNow = () => ({
    endpoint: `http://localhost:${port}${path}`,
    keys: { p256dh, auth: authSecret.toString('base64url') },
  })
  return {
    received,
    /** Moves the browser to a new push address, as push services sometimes do; the old one is dead. */
    rotate() {
      path = `/push/${crypto.randomUUID()}`
      return subscriptionNow()
    },
    /** Gives the pages of a context a push manager that subscribes here. The browser's own needs its vendor's servers. */
    async subscribe(context: BrowserContext): Promise<void> {
      await context.addInitScript((given) => {
        let made: unknown = null
        PushManager.prototype.subscribe = async ({ applicationServerKey } = {}) => {
          const key = applicationServerKey as Uint8Array<ArrayBuffer>
          made = {
            ...given,
            options: { applicationServerKey: key.buffer, userVisibleOnly: true },
            toJSON: () => given,
            unsubscribe: async () => {
              made = null
              return true
            },
          }
          return made as PushSubscription
        }
        PushManager.prototype.getSubscription = async () => made as PushSubscription | null
      }, subscriptionNow())
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
