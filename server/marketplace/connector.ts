import type { Listing } from '../../contract/auction.ts'
import type { Criterion } from '../../contract/filter.ts'
import type { Currency } from '../../contract/money.ts'

/** What survives `JSON.parse(JSON.stringify(value))`. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/** What a marketplace's terms require of those who show its listings. */
export type Terms = {
  /** How old a listing may be when it is shown or kept; absent: the marketplace sets no limit. */
  readonly maxAgeSeconds?: number
  /** Its listings may not stand among those of other marketplaces. */
  readonly ownSection: boolean
  /** Where the rule is written: an address, or a sentence when there is none. */
  readonly source: string
}

/** Calls upstream that all searches of a marketplace share, counted over a sliding window of `perMs`. */
export type Budget = { readonly calls: number; readonly perMs: number }

/** One upstream request (or a run of pages) that serves every filter that watches this marketplace. */
export type Search = {
  /** Stored with the search's cursor; never renamed. */
  readonly key: string
  /** Polled at most this often, however great the demand. */
  readonly minIntervalMs: number
  /** Polled at least this often while anyone watches. */
  readonly maxIntervalMs: number
}

/** What HTTP needs to answer "nothing new": sent back as `If-None-Match` and `If-Modified-Since`. */
export type Validators = { readonly etag?: string; readonly lastModified?: string }

export type PollRequest = {
  /** What the last successful poll of this search returned; null at the first. */
  readonly cursor: Json | null
  readonly validators: Validators
  /**
   * Asks the marketplace's budget before each further upstream call; the first call of a poll is already taken.
   * False: make no more calls and return what there is (with `gap` or without `complete`).
   */
  readonly takeCall: () => Promise<boolean>
  /** Ends the poll: the connector stops reading and throws. */
  readonly signal: AbortSignal
}

export type PollResult =
  | {
      readonly kind: 'unchanged'
      /** Absent: those that were sent still hold. */
      readonly validators?: Validators
    }
  | {
      readonly kind: 'listings'
      /** Lots that run, each `externalId` once. A lot past its end is not among them. */
      readonly listings: Listing[]
      /** Entries that could not be read; they hide nothing of the others. */
      readonly rejected: readonly Rejection[]
      readonly cursor: Json | null
      readonly validators: Validators
      /** The listings are ALL that runs: what is missing has ended or is gone. False when anything was rejected without an id. */
      readonly complete: boolean
      /** This poll did not reach back to the last one, even after back-filling: lots between the two may have been missed. */
      readonly gap?: boolean
    }

export type Rejection = { readonly externalId?: string; readonly reason: string }

/** What a link says of the lot that it leads to. */
export type LinkedLot =
  /** The marketplace's own id stands in it. */
  | { readonly kind: 'id'; readonly externalId: string }
  /** It is known by its address alone: `url` as listings have it. `isOwn`: its site is this marketplace's for certain. */
  | { readonly kind: 'address'; readonly url: string; readonly isOwn: boolean }

/** One lot, read by itself. */
export type LookedUpLot = { readonly listing: Listing; readonly hasEnded: boolean }

/**
 * The promise of a connector: it reads one marketplace and holds no state between calls – everything that a poll needs to know of
 * the last one comes in with `cursor` and `validators`, so any process may run the next poll. It reads only: nothing here bids.
 */
export type Connector = {
  /** Stored with every auction; kebab-case, never renamed. */
  readonly id: string
  readonly name: string
  readonly country?: string
  readonly currency?: Currency
  /** Absent for a feed in the operator's own network: its address is not public. */
  readonly homePage?: string
  /** A simulated house, to be labelled so wherever it shows. */
  readonly demo: boolean
  readonly terms: Terms
  /** The criteria that its listings carry data for. */
  readonly criteria: readonly Criterion[]
  readonly budget: Budget
  readonly searches: readonly Search[]
  /**
   * Runs one poll. A failure throws `PollError` and never returns an empty list in its place: an empty list says that nothing runs.
   */
  search(key: string, request: PollRequest): Promise<PollResult>
  /** The lot that a link leads to, as someone copied it; undefined when it is not one of this marketplace's. Reads nothing. */
  lotOfLink(link: URL): LinkedLot | undefined
  /**
   * Reads one lot by its id, with one upstream call that the budget has given already; undefined when there is no such lot, or no longer.
   * Absent where the marketplace allows no single look-ups. Throws `PollError`.
   */
  readonly lookUp?: (externalId: string, signal: AbortSignal) => Promise<LookedUpLot | undefined>
}

/**
 * `throttled`: asked to wait (429, or 503 with Retry-After). `refused`: we may not read it (401, 403, a captcha, an address we do not
 * reach out to). `unreachable`: no answer (DNS, connection, time-out, 5xx). `absurd`: an answer that cannot be what it should be
 * (wrong format, half a page, over the size cap).
 */
export type PollErrorKind = 'throttled' | 'refused' | 'unreachable' | 'absurd'

export class PollError extends Error {
  override readonly name = 'PollError'
  readonly kind: PollErrorKind
  /** How long the marketplace asked us to wait. */
  readonly retryAfterMs?: number

  /** `message`: a few words for the health page, free of secrets and of what the other side wrote. */
  constructor(kind: PollErrorKind, message: string, options: { retryAfterMs?: number; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.kind = kind
    if (options.retryAfterMs !== undefined) this.retryAfterMs = options.retryAfterMs
  }
}
