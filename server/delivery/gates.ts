import { fingerprint } from '../secrets.ts'
import { createGate, type Gate } from './gate.ts'
import type { Target } from './sender.ts'

/** Each webhook of a user's own is a provider by itself; what is remembered of well ones is forgotten beyond that. */
const MAX_GATES = 10_000

export type Gates = {
  /** The gate of the provider that a target is reached through. */
  of(target: Target): Gate
}

/** @param now ms since 1970 */
export function createGates(now: () => number): Gates {
  const gates = new Map<string, Gate>()
  return {
    of(target) {
      const provider = providerOf(target)
      if (gates.size >= MAX_GATES) for (const [known, { isClosed }] of gates) if (!isClosed) gates.delete(known)
      const gate = gates.get(provider) ?? createGate(now)
      gates.set(provider, gate)
      return gate
    },
  }
}

/** Whose answer it is: of push endpoints, few of which are taken at all, their host. One user's broken webhook stops no other's. */
export function providerOf(target: Target): string {
  if (target.channel === 'webhook') return `webhook ${fingerprint(target.url)}`
  if (target.channel !== 'webPush') return target.channel
  return target.kind === 'webPush' ? new URL(target.subscription.endpoint).host : 'fcm'
}
