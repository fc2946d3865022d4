import { createGate, type Gate } from './gate.ts'
import type { Target } from './sender.ts'

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
      const gate = gates.get(provider) ?? createGate(now)
      gates.set(provider, gate)
      return gate
    },
  }
}

/** Whose answer it is: of push endpoints, few of which are taken at all, their host. */
export function providerOf(target: Target): string {
  if (target.channel !== 'webPush') return target.channel
  return target.kind === 'webPush' ? new URL(target.subscription.endpoint).host : 'fcm'
}
