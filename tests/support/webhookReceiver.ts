import { webcrypto } from 'node:crypto'
import { json, type Received, type Reply, startProvider } from './providers.ts'

const TOLERANCE_SECONDS = 300

/** The checks that Standard Webhooks requires of receivers, with a different implementation than the sender's. */
async function isGenuine({ headers, body }: Received, secret: string, nowMs: number): Promise<boolean> {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    String(headers[name]),
  )
  if (Math.abs(nowMs / 1000 - Number(timestamp)) > TOLERANCE_SECONDS) return false
  const raw = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const key = await webcrypto.subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
  const signed = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), body])
  for (const signature of signatures?.split(' ') ?? []) {
    const [version, mac = ''] = signature.split(',')
    if (version === 'v1' && (await webcrypto.subtle.verify('HMAC', key, Buffer.from(mac, 'base64'), signed))) return true
  }
  return false
}

export type Told = { id: string; type: string; timestamp: string; data: Record<string, unknown> }

/** A user's program on loopback: it knows its secret, accepts each message once, and refuses wrong signatures. */
export async function startWebhookReceiver(now: () => number, secret: { value: string }) {
  const receiver = Object.assign(await startProvider((request) => take(request)), { told: [] as Told[] })

  async function take(request: Received): Promise<Reply> {
    if (!(await isGenuine(request, secret.value, now()))) return json(401, { error: 'bad signature' })
    const id = String(request.headers['webhook-id'])
    if (!receiver.told.some((one) => one.id === id)) receiver.told.push({ ...JSON.parse(request.body.toString()), id })
    return { status: 204 }
  }

  return receiver
}
