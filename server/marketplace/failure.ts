import { OutboundError, type OutboundErrorKind, type OutboundResponse } from '../outbound/fetch.ts'
import { ParsingError } from '../parsing/error.ts'
import { PollError, type PollErrorKind } from './connector.ts'

const BY_OUTBOUND_KIND: Readonly<Record<OutboundErrorKind, PollErrorKind>> = {
  refused: 'refused',
  redirects: 'refused',
  tooLarge: 'absurd',
  timeout: 'unreachable',
  unreachable: 'unreachable',
  aborted: 'unreachable',
}

/**
 * What a failed exchange means for a poll, by the same rule for every connector.
 * @param failure an error of `Outbound.fetch` or of a reading thread, or an answer whose status is not one that the connector can read.
 * @throws PollError, or the error itself when it is not one of ours.
 */
export function throwPollError(failure: unknown): never {
  if (failure instanceof OutboundError) throw new PollError(BY_OUTBOUND_KIND[failure.kind], failure.message, { cause: failure })
  // That no thread was free, or that the server stops, is no fault of the marketplace.
  if (failure instanceof ParsingError) {
    const isOurs = failure.fault === 'busy' || failure.fault === 'closed'
    throw new PollError(isOurs ? 'unreachable' : 'absurd', failure.message, { cause: failure })
  }
  if (!isResponse(failure)) throw failure
  const wait = failure.retryAfterMs === undefined ? {} : { retryAfterMs: failure.retryAfterMs }
  throw new PollError(kindOfStatus(failure.status, failure.retryAfterMs !== undefined), `HTTP ${failure.status}`, wait)
}

function kindOfStatus(status: number, saysWhen: boolean): PollErrorKind {
  if (status === 429 || (status === 503 && saysWhen)) return 'throttled'
  if (status === 401 || status === 403 || status === 451) return 'refused'
  if (status >= 500 || status === 408) return 'unreachable'
  return 'absurd'
}

function isResponse(failure: unknown): failure is OutboundResponse {
  return typeof failure === 'object' && failure !== null && 'status' in failure && 'body' in failure
}
