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
 * Maps a failed exchange to a `PollError`, in the same way for every connector.
 * @param failure an error of `Outbound.fetch` or of the parser pool, or an answer with an unexpected status
 * @throws PollError, or the error itself if it is of another kind
 */
export function throwPollError(failure: unknown): never {
  if (failure instanceof OutboundError) throw new PollError(BY_OUTBOUND_KIND[failure.kind], failure.message, { cause: failure })
  // A busy parser pool or a stopping server is no fault of the marketplace.
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
