import { createHmac, randomBytes } from 'node:crypto'
import { SECOND_MS } from '../../../../contract/time.ts'

/** The scheme "v1" of Standard Webhooks 1.0: HMAC-SHA-256 with a key of 24 to 64 bytes, written as `whsec_` and base64. */
const PREFIX = 'whsec_'
const KEY_BYTES = 32

export const makeWebhookSecret = (): string => PREFIX + randomBytes(KEY_BYTES).toString('base64')

/**
 * The headers by which a receiver checks a message's origin and age and recognises a repeat.
 * @param id the same for every attempt
 * @param secrets one signature for each, so that a receiver may know either
 */
export function signedHeaders(id: string, at: Date, body: string, secrets: readonly string[]): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / SECOND_MS))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}
