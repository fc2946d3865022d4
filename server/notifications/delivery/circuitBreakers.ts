import { fingerprint } from '../../runtime/secrets.ts'
import type { Target } from '../channels/channel.ts'
import { type CircuitBreaker, createCircuitBreaker } from './circuitBreaker.ts'

/** Each user's own webhook is a provider. Beyond this number, breakers without state are dropped. */
const MAX_BREAKERS = 10_000

export type CircuitBreakers = {
  /** The breaker of the provider that a target is reached through. */
  of(target: Target): CircuitBreaker
}

/** @param now ms since 1970 */
export function createCircuitBreakers(now: () => number): CircuitBreakers {
  const breakers = new Map<string, CircuitBreaker>()
  return {
    of(target) {
      const provider = providerOf(target)
      if (breakers.size >= MAX_BREAKERS) for (const [known, { isIdle }] of breakers) if (isIdle) breakers.delete(known)
      const breaker = breakers.get(provider) ?? createCircuitBreaker(now)
      breakers.set(provider, breaker)
      return breaker
    },
  }
}

/**
 * The name of the provider. For web push it is the host of the endpoint; only known push services are accepted, so there are
 * few.
 */
export function providerOf(target: Target): string {
  if (target.channel === 'webhook') return `webhook ${fingerprint(target.url)}`
  if (target.channel !== 'webPush') return target.channel
  return target.kind === 'webPush' ? new URL(target.subscription.endpoint).host : 'fcm'
}
