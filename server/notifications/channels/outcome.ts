import { OutboundError, type OutboundResponse } from '../../outbound/fetch.ts'
import type { SendResult } from './channel.ts'

/** The result of a call without an answer. It says nothing about the target and is retried. */
export function resultOfError(error: unknown): SendResult {
  if (error instanceof OutboundError) {
    if (error.kind === 'refused') return { status: 'rejected', detail: 'address refused', isLocal: true }
    return { status: 'retry', detail: error.kind, ...(error.kind === 'aborted' ? { isLocal: true } : {}) }
  }
  throw error
}

/** The result by HTTP's general rules; senders check their own status codes first. */
export function resultOfStatus({ status, retryAfterMs }: Pick<OutboundResponse, 'status' | 'retryAfterMs'>): SendResult {
  const pause = retryAfterMs === undefined ? {} : { retryAfterMs }
  const detail = `status ${status}`
  if (status >= 200 && status < 300) return { status: 'accepted', detail }
  if (status === 429 || status === 503) return { status: 'throttled', detail, ...pause }
  if (status >= 500 || status === 408 || status === 425) return { status: 'retry', detail, ...pause }
  if (status === 401 || status === 403) return { status: 'misconfigured', detail }
  return { status: 'rejected', detail }
}
