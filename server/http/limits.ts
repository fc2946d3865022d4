import type { FastifyRequest } from 'fastify'
import type { CallName } from '../../contract/calls.ts'
import type { ErrorCode } from '../../contract/errors.ts'
import type { TestRequest } from '../../contract/notifications.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../contract/time.ts'
import type { Authenticated } from './authenticate.ts'
import { siteOf, subnetOf } from './clientAddress.ts'
import { ApiProblem } from './problems.ts'
import type { Limit, RateLimiter } from './rateLimiter.ts'

/** The limit by address of a route; `none`: files of the built app and health checks. */
export type RouteLimit = 'none' | 'signedIn' | 'open' | Limit

declare module 'fastify' {
  interface FastifyContextConfig {
    /** By address, taken before anything else is done. Default: `open`. */
    addressLimit?: RouteLimit
  }
}

/** A household, an office or a mobile network has several users behind one address. */
const USERS_BEHIND_AN_ADDRESS = 5

/** What one user can have at the same time; event streams: in each process. */
export const MAX_DEVICES = 10
export const MAX_SESSIONS = 20
export const MAX_STREAMS = 5
/** Devices that push reaches no longer, kept so that their user sees why. */
export const MAX_GONE_DEVICES = 10

/**
 * Every rate limit of the HTTP server (docs/security.md lists them). A request is counted by address before anything else is
 * done for it; then by address again when its token is refused, or by user when it is accepted. The matched route decides,
 * never the spelling of the target. Refused tokens have a limit of their own and never block valid ones from the same
 * address: one phone with an expired session would lock out its household, or a whole mobile network.
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
  async admitUser(name: CallName | 'events', { user }: Authenticated): Promise<void> {
    await this.take(perMinute('user', this.requestsPerMinute), user.id)
    const own = this.ofCall(name)
    if (own) await this.take(own, user.id)
  }

  /**
   * Counts what depends on the contents of a call, once they are read.
   * @throws ApiProblem `rate_limited`
   */
  async admitCall(name: CallName, { user }: Authenticated, { params, body }: { params: unknown; body: unknown }): Promise<void> {
    if (name === 'testChannel') {
      await this.take(channelTests((body as TestRequest).channel === 'webPush'), user.id)
    } else if (name === 'resendDelivery') {
      // By user too: one user must not use up another's limit. UUIDs are case-insensitive.
      await this.take(RESENDS, `${user.id} ${(params as { id: string }).id.toLowerCase()}`)
    }
  }

  /** Takes one permit. @throws ApiProblem `rate_limited`, or the code given */
  async take(limit: Limit, subject: string, code: ErrorCode = 'rate_limited'): Promise<void> {
    refuseAfter(await this.limiter.take(limit, subject), code)
  }

  /** Takes one permit if there is one left; whether there was. */
  async fits(limit: Limit, subject: string): Promise<boolean> {
    return (await this.limiter.take(limit, subject)) === 0
  }

  /** One more guest from a network. @throws ApiProblem `guest_limit_reached` */
  async admitGuest(request: FastifyRequest): Promise<void> {
    await this.take({ bucket: 'guests', max: this.guestsPerDay, windowMs: DAY_MS }, siteOf(request.ip), 'guest_limit_reached')
  }

  /** Sign-ins, by address: an open call that creates a session each time. */
  get signIns(): Limit {
    return perMinute('exchangeToken', Math.ceil(this.requestsPerMinute / 10))
  }

  /** Users' own feeds, by address: one feed reader's server requests those of many users. */
  get feeds(): Limit {
    return perMinute('feeds', Math.ceil(this.requestsPerMinute / 5))
  }

  /** Browsers' Content Security Policy reports, by address. */
  get cspReports(): Limit {
    return perMinute('cspReports', Math.ceil(this.requestsPerMinute / 10))
  }

  private failures(): Limit {
    return perMinute('failures', Math.ceil(this.requestsPerMinute / 10))
  }

  /** Stricter limits, by user, for calls that affect others or are expensive to answer. */
  private ofCall(name: CallName | 'events'): Limit | undefined {
    const share = (part: number) => perMinute(name, Math.ceil(this.requestsPerMinute / part))
    switch (name) {
      // May ask a marketplace, and goes through the stored auctions several times.
      case 'explainAuction':
        return share(20)
      // Counts up to some thousand words.
      case 'listSpellings':
        return share(10)
      // Sends to an address that its owner has not confirmed.
      case 'confirmEmail':
        return { bucket: name, max: 5, windowMs: 10 * MINUTE_MS }
      // Repeats what was sent before, to addresses that prove no ownership.
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

/** Sessions that one identity may begin, by identity. */
export const SESSION_STARTS: Limit = { bucket: 'sessionStarts', max: 60, windowMs: 10 * MINUTE_MS }
/** Writes with an idempotency key of one user; each keeps its answer for a week. */
export const IDEMPOTENT_WRITES: Limit = { bucket: 'idempotentWrites', max: 10_000, windowMs: DAY_MS }
/** Repeats of one delivery, by user and delivery. */
const RESENDS: Limit = { bucket: 'resends', max: 3, windowMs: DAY_MS }

function perMinute(bucket: string, max: number): Limit {
  return { bucket, max, windowMs: MINUTE_MS }
}

function refuseAfter(restMs: number, code: ErrorCode = 'rate_limited'): void {
  if (restMs > 0) throw new ApiProblem(code, { retryAfterSeconds: Math.ceil(restMs / SECOND_MS) })
}
