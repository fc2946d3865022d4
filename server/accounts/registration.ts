import { ECDH } from 'node:crypto'
import type { DeviceDraft } from '../../contract/device.ts'
import type { FieldError } from '../../contract/errors.ts'
import { type PushPolicy, validatePushEndpoint } from '../outbound/validateUrl.ts'

/** The curve of RFC 8291, by OpenSSL's name. */
const CURVE = 'prime256v1'

/**
 * Validates a device before it is stored: an endpoint or keys that no push can use are refused at registration, not at every
 * send. The returned draft has its endpoint in canonical form (lower-case scheme and host, no default port, no fragment), so
 * that one endpoint is always the same device.
 */
export function validateRegistration(draft: DeviceDraft, policy: PushPolicy): { draft: DeviceDraft } | { errors: FieldError[] } {
  if (draft.kind !== 'webPush') return { draft }
  const { subscription } = draft
  const endpoint = validatePushEndpoint(subscription.endpoint, policy)
  const errors: FieldError[] = []
  if (endpoint.verdict === 'refused')
    errors.push({
      path: 'subscription.endpoint',
      code: 'endpoint_refused',
      message: 'not an endpoint of a known push service',
    })
  if (!isOnCurve(subscription.keys.p256dh))
    errors.push({ path: 'subscription.keys.p256dh', code: 'key_invalid', message: 'not a point of the curve P-256' })
  if (endpoint.verdict === 'refused' || errors.length > 0) return { errors }
  return { draft: { ...draft, subscription: { ...subscription, endpoint: endpoint.value } } }
}

/** @param point uncompressed, in base64url */
function isOnCurve(point: string): boolean {
  try {
    ECDH.convertKey(point, CURVE, 'base64url')
    return true
  } catch {
    return false
  }
}
