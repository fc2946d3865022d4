import type { Listing } from '../../contract/auction.ts'
import type { Criterion } from '../../contract/filter.ts'
import type { Currency } from '../../contract/money.ts'

/** A value that survives `JSON.parse(JSON.stringify(value))`. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/** The conditions under which a marketplace allows its listings to be shown. */
export type Terms = {
  /**
   * The maximum age of a stored or shown listing, since the last poll that showed it; absent: no limit. Older ones are deleted.
   * A lot that stays on sale must be polled more often.
   */
  readonly maxAgeSeconds?: number
  /** The listings must not be mixed with those of other marketplaces. */
  readonly ownSection: boolean
  /** The source of the rule: a URL, or else a sentence. */
  readonly source: string
}

/** Upstream calls that all searches of a marketplace share, in a token bucket refilled over `perMs`. */
export type Budget = { readonly calls: number; readonly perMs: number }

/** One upstream request (or a series of pages) that serves every filter on this marketplace. */
export type Search = {
  /** Stored with the search's cursor; must never change. */
  readonly key: string
  /** The shortest interval, regardless of demand. */
  readonly minIntervalMs: number
  /** The longest interval. */
  readonly maxIntervalMs: number
}

/** Validators for conditional requests, sent as `If-None-Match` and `If-Modified-Since`. */
export type Validators = { readonly etag?: string; readonly lastModified?: string }

export type PollRequest = {
  /** The cursor of the last successful poll of this search; null at the first. */
  readonly cursor: Json | null
  readonly validators: Validators
  /**
   * Takes a further call from the marketplace's budget; the first call of a poll is already taken. False: make no more calls and
   * return the result so far (with `gap` or without `complete`).
   */
  readonly takeCall: () => Promise<boolean>
  /** Aborts the poll: the connector stops reading and throws. */
  readonly signal: AbortSignal
}

export type PollResult =
  | {
      readonly kind: 'unchanged'
      /** Absent: the previous validators still apply. */
      readonly validators?: Validators
    }
  | {
      readonly kind: 'listings'
      /** Active lots, each `externalId` once. Lots past their end are excluded. */
      readonly listings: Listing[]
      /** Entries that could not be parsed; they do not affect the others. */
      readonly rejected: readonly Rejection[]
      readonly cursor: Json | null
      readonly validators: Validators
      /** The listings are ALL active lots: absent ones have ended or are gone. False if anything without an id was rejected. */
      readonly complete: boolean
      /** This poll does not overlap the last one, even after back-filling: lots in between may have been missed. */
      readonly gap?: boolean
    }

export type Rejection = { readonly externalId?: string; readonly reason: string }

/** The lot that a link identifies. */
export type LinkedLot =
  /** The link contains the marketplace's id. */
  | { readonly kind: 'id'; readonly externalId: string }
  /**
   * The lot is known only by its URL, in the form that listings have. `isOwn`: the site certainly belongs to this marketplace.
   */
  | { readonly kind: 'address'; readonly url: string; readonly isOwn: boolean }

/** One lot that was looked up individually. */
export type LookedUpLot = { readonly listing: Listing; readonly hasEnded: boolean }

/**
 * A connector reads one marketplace and keeps no state between calls: a poll gets all it needs to know about the previous one in
 * `cursor` and `validators`, so any process may run the next poll. Connectors only read; none of them bids.
 */
export type Connector = {
  /** Stored with every auction; kebab-case, must never change. */
  readonly id: string
  readonly name: string
  readonly country?: string
  readonly currency?: Currency
  /** Absent for a feed in the operator's network, because its address is not public. */
  readonly homePage?: string
  /** A simulated house, which must be labelled wherever it is shown. */
  readonly demo: boolean
  readonly terms: Terms
  /** The criteria for which its listings have data. */
  readonly criteria: readonly Criterion[]
  readonly budget: Budget
  readonly searches: readonly Search[]
  /** Runs one poll. A failure throws `PollError` and never returns an empty list, which would mean that nothing is active. */
  search(key: string, request: PollRequest): Promise<PollResult>
  /** The lot of a link that a user pasted; undefined if it does not belong to this marketplace. Makes no request. */
  lotOfLink(link: URL): LinkedLot | undefined
  /**
   * Reads one lot by its id, with one upstream call that the budget has already granted. Undefined when there is no such lot.
   * Absent where the marketplace does not allow single look-ups. Throws `PollError`.
   */
  readonly lookUp?: (externalId: string, signal: AbortSignal) => Promise<LookedUpLot | undefined>
}

/**
 * `throttled`: asked to wait (429, or 503 with Retry-After). `refused`: access denied (401, 403, a CAPTCHA, a disallowed
 * address). `unreachable`: no answer (DNS, connection, timeout, 5xx). `absurd`: an implausible answer (wrong format, truncated,
 * over the size limit).
 */
export type PollErrorKind = 'throttled' | 'refused' | 'unreachable' | 'absurd'

export class PollError extends Error {
  override readonly name = 'PollError'
  readonly kind: PollErrorKind
  /** The pause that the marketplace asked for. */
  readonly retryAfterMs?: number

  /** `message`: a few words for the health page, without secrets and without text of the other side. */
  constructor(kind: PollErrorKind, message: string, options: { retryAfterMs?: number; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.kind = kind
    if (options.retryAfterMs !== undefined) this.retryAfterMs = options.retryAfterMs
  }
}
