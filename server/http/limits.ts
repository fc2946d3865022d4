import type { FastifyRequest } from 'fastify'
import type { CallName } from '../../contract/calls.ts'
import type { ErrorCode } from '../../contract/errors.ts'
import type { TestRequest } from '../../contract/notifications.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../contract/time.ts'
import type { UserRow } from '../store/users.ts'
import { siteOf, subnetOf } from './clientAddress.ts'
import { ApiProblem } from './problems.ts'
import type { Limit, RateLimiter } from './rateLimiter.ts'

/** The limit of a route by address. `none`: files of the built app and health checks. */
export type RouteLimit = 'none' | 'signedIn' | 'open' | Limit

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Limit by address, checked before anything else. Default: `open`. */
    addressLimit?: RouteLimit
  }
}

/** Several users can share an address: a household, an office, a mobile network. */
const USERS_BEHIND_AN_ADDRESS = 5

/** Maximum per user; event streams: per process. */
export const MAX_DEVICES = 10
export const MAX_SESSIONS = 20
export const MAX_STREAMS = 5
/** Unreachable devices that stay listed so that their user sees the reason. */
export const MAX_GONE_DEVICES = 10

/**
 * Every rate limit of the HTTP server (docs/security.md lists them). A request is counted by address first, then again by
 * address if its token is refused, or by user if it is accepted. The matched route selects the limit, not the spelling of the
 * URL. Refused tokens have their own limit and never block valid ones from the same address: one phone with an expired session
 * would lock out its household, or a whole mobile network.
 */
export class Limits {
  private readonly limiter: RateLimiter
  private readonly requestsPerMinute: number
  private readonly guestsPerDay: number

  constructor(limiter: RateLimiter, settings: { requestsPerMinute: number; guestsPerDay: number }) {
    this.limiter = limiter
    this.requestsPerMinute = settings.requestsPerMinute
    this.guestsPerDay = settings.guestsPerDay
  }

  /** @throws ApiProblem `rate_limited` */
  async admitAddress(request: FastifyRequest): Promise<void> {
    const route = request.routeOptions.config?.addressLimit ?? 'open'
    if (route === 'none') return
    const subject = subnetOf(request.ip)
    if (route === 'signedIn') {
      await this.take(perMinute('address', USERS_BEHIND_AN_ADDRESS * this.requestsPerMinute), subject)
    } else {
      await this.take(route === 'open' ? perMinute('open', this.requestsPerMinute) : route, subject)
    }
  }

  /** Counts a refused token or secret, by address. @throws ApiProblem `rate_limited` after too many of them */
  async countFailure(request: FastifyRequest): Promise<void> {
    await this.take(this.failures(), subnetOf(request.ip))
  }

  /** Counts a call of a signed-in user, by user. @throws ApiProblem `rate_limited` */
  async admitUser(name: CallName | 'events', { user }: { user: UserRow }): Promise<void> {
    await this.take(perMinute('user', this.requestsPerMinute), user.id)
    const own = this.ofCall(name)
    if (own) await this.take(own, user.id)
  }

  /**
   * Counts calls whose limit depends on their contents.
   * @throws ApiProblem `rate_limited`
   */
  async admitCall(
    name: CallName,
    { user }: { user: UserRow },
    { params, body }: { params: unknown; body: unknown },
  ): Promise<void> {
    if (name === 'testChannel') {
      await this.take(channelTests((body as TestRequest).channel === 'webPush'), user.id)
    } else if (name === 'resendDelivery') {
      // Also by user, so that no user can use up another's limit. UUIDs are case-insensitive.
      await this.take(RESENDS, `${user.id} ${(params as { id: string }).id.toLowerCase()}`)
    }
  }

  /** Takes one permit. @throws ApiProblem `rate_limited`, or the code given */
  async take(limit: Limit, subject: string, code: ErrorCode = 'rate_limited'): Promise<void> {
    refuseAfter(await this.limiter.take(limit, subject), code)
  }

  /**
   * Takes one permit if one is left.
   * @returns whether there was one
   */
  async fits(limit: Limit, subject: string): Promise<boolean> {
    return (await this.limiter.take(limit, subject)) === 0
  }

  /**
   * Counts a new guest of a network.
   * @throws ApiProblem `guest_limit_reached`
   */
  async admitGuest(request: FastifyRequest): Promise<void> {
    await this.take({ bucket: 'guests', max: this.guestsPerDay, windowMs: DAY_MS }, siteOf(request.ip), 'guest_limit_reached')
  }

  /** Sign-ins, by address: the call is open and creates a session each time. */
  get signIns(): Limit {
    return perMinute('exchangeToken', Math.ceil(this.requestsPerMinute / 10))
  }

  /** Users' feeds, by address. Generous, because a feed service reads those of many users. */
  get feeds(): Limit {
    return perMinute('feeds', Math.ceil(this.requestsPerMinute / 5))
  }

  /** Content Security Policy reports, by address. */
  get cspReports(): Limit {
    return perMinute('cspReports', Math.ceil(this.requestsPerMinute / 10))
  }

  private failures(): Limit {
    return perMinute('failures', Math.ceil(this.requestsPerMinute / 10))
  }

  /** Stricter limits, by user, for calls that affect others or are expensive. */
  private ofCall(name: CallName | 'events'): Limit | undefined {
    const share = (part: number) => perMinute(name, Math.ceil(this.requestsPerMinute / part))
    switch (name) {
      // May call a marketplace and scans the stored auctions several times.
      case 'explainAuction':
        return share(20)
      // Counts up to several thousand words.
      case 'listSpellings':
        return share(10)
      // Sends to an address that is not confirmed yet.
      case 'confirmEmail':
        return { bucket: name, max: 5, windowMs: 10 * MINUTE_MS }
      // Stores a code and may ask the provider.
      case 'linkChannel':
        return { bucket: name, max: 10, windowMs: 10 * MINUTE_MS }
      // Sends again to targets whose ownership is not verified.
      case 'resendDelivery':
        return { bucket: name, max: 20, windowMs: HOUR_MS }
      case 'reportFilter':
        return { bucket: name, max: 50, windowMs: DAY_MS }
      case 'exportUser':
        return { bucket: name, max: 10, windowMs: HOUR_MS }
      default:
        return undefined
    }
  }
}

/** Unsolicited mails (tests, confirmation links), by mailbox, user and network. */
export const MAILS_TO_MAILBOX: Limit = { bucket: 'mailsToMailbox', max: 5, windowMs: DAY_MS }
export const MAILS_OF_USER: Limit = { bucket: 'mailsOfUser', max: 10, windowMs: DAY_MS }
export const MAILS_OF_NETWORK: Limit = { bucket: 'mailsOfNetwork', max: 50, windowMs: DAY_MS }

/** Test messages, by user. Push has the higher limit: its tests reach the user's own devices only. */
const channelTests = (isPushTest: boolean): Limit => ({
  bucket: isPushTest ? 'testPush' : 'testChannel',
  max: isPushTest ? 20 : 5,
  windowMs: 10 * MINUTE_MS,
})

/** New sessions, by identity. */
export const SESSION_STARTS: Limit = { bucket: 'sessionStarts', max: 60, windowMs: 10 * MINUTE_MS }
/** Writes with an idempotency key, by user; each answer is stored for a week. */
export const IDEMPOTENT_WRITES: Limit = { bucket: 'idempotentWrites', max: 10_000, windowMs: DAY_MS }
/** Repeated sends of one delivery, by user and delivery. */
const RESENDS: Limit = { bucket: 'resends', max: 3, windowMs: DAY_MS }

function perMinute(bucket: string, max: number): Limit {
  return { bucket, max, windowMs: MINUTE_MS }
}

function refuseAfter(delayMs: number, code: ErrorCode = 'rate_limited'): void {
  if (delayMs > 0) throw new ApiProblem(code, { retryAfterSeconds: Math.ceil(delayMs / SECOND_MS) })
}
