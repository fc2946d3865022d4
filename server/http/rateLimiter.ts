import type { Db } from '../database/pool.ts'
import type { Clock } from '../runtime/clock.ts'
import { takePermits } from '../store/rateLimits.ts'

/** At most `max` permits for each subject in a fixed window. */
export type Limit = { readonly bucket: string; readonly max: number; readonly windowMs: number }

/** Permits that this process has leased from the database and not used yet. */
type Lease = { left: number; endsAtMs: number; isSpent: boolean }

/** The share of a limit that a process leases at a time, so that most requests need no statement. */
const LEASE_SHARE = 1 / 20
/** How long an uncounted lease lasts. Short, so that a short outage does not grant a day's limit again. */
const UNCOUNTED_LEASE_MS = 10_000
/** Leases in memory; the oldest are dropped. The database keeps the count, so a lost lease loses only its permits. */
const MAX_LEASES = 20_000

/**
 * Fixed-window rate limits shared by all processes. The database counts each window, and a process takes permits from it in
 * small leases. With several processes a subject may lose the unused permits of a lease (at most a twentieth of the limit in
 * each) but never gets more than the limit. While the database is unreachable, each process grants short leases that are not
 * counted.
 */
export class RateLimiter {
  private readonly leases = new Map<string, Lease>()
  private readonly refills = new Map<string, Promise<Lease>>()
  private readonly db: Db
  private readonly clock: Clock

  constructor(db: Db, clock: Clock) {
    this.db = db
    this.clock = clock
  }

  /**
   * Takes one permit.
   * @returns 0, or the milliseconds until the window ends when all permits are used
   */
  async take(limit: Limit, subject: string): Promise<number> {
    const key = keyOf(limit, subject)
    for (;;) {
      const lease = this.running(key) ?? (await this.refill(key, limit))
      if (lease.isSpent) return Math.max(1, lease.endsAtMs - this.clock.now().getTime())
      if (lease.left > 0) {
        lease.left -= 1
        return 0
      }
      // Concurrent requests have used up the lease: fetch the next one.
      if (this.leases.get(key) === lease) this.leases.delete(key)
    }
  }

  private running(key: string): Lease | undefined {
    const lease = this.leases.get(key)
    return lease && lease.endsAtMs > this.clock.now().getTime() && (lease.isSpent || lease.left > 0) ? lease : undefined
  }

  /** Fetches a lease; concurrent requests share one fetch. */
  private refill(key: string, limit: Limit): Promise<Lease> {
    const running = this.refills.get(key)
    if (running) return running
    const refill = this.lease(key, limit).finally(() => this.refills.delete(key))
    this.refills.set(key, refill)
    return refill
  }

  private async lease(key: string, { max, windowMs }: Limit): Promise<Lease> {
    const wanted = Math.max(1, Math.floor(max * LEASE_SHARE))
    const now = this.clock.now()
    let lease: Lease
    try {
      const { used, endsAt } = await takePermits(this.db, key, wanted, windowMs, now)
      const left = Math.min(wanted, max - (used - wanted))
      lease = { left, endsAtMs: endsAt.getTime(), isSpent: left <= 0 }
    } catch {
      // Not logged here: the request's own statements report the problem.
      lease = { left: wanted, endsAtMs: now.getTime() + Math.min(windowMs, UNCOUNTED_LEASE_MS), isSpent: false }
    }
    this.leases.delete(key)
    this.leases.set(key, lease)
    const [oldest] = this.leases.keys()
    if (this.leases.size > MAX_LEASES && oldest !== undefined) this.leases.delete(oldest)
    return lease
  }
}

const keyOf = ({ bucket }: Limit, subject: string) => `${bucket} ${subject}`
