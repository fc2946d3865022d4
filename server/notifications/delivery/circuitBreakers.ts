import { type CircuitBreaker, createCircuitBreaker } from './circuitBreaker.ts'

/** Each user's own webhook is a provider. Beyond this number, breakers without state are dropped. */
const MAX_BREAKERS = 10_000

export type CircuitBreakers = {
  of(provider: string): CircuitBreaker
}

/** @param now ms since 1970 */
export function createCircuitBreakers(now: () => number): CircuitBreakers {
  const breakers = new Map<string, CircuitBreaker>()
  return {
    of(provider) {
      if (breakers.size >= MAX_BREAKERS) for (const [known, { isIdle }] of breakers) if (isIdle) breakers.delete(known)
      const breaker = breakers.get(provider) ?? createCircuitBreaker(now)
      breakers.set(provider, breaker)
      return breaker
    },
  }
}
