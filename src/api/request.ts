import * as z from 'zod/mini'
import type { Call } from '../../contract/call.ts'
import { type ErrorCode, Problem } from '../../contract/errors.ts'
import { CALL_DEADLINE_MS, SECOND_MS } from '../limits.ts'
import { ApiError } from './errors.ts'

// The page forbids eval, and zod would try it once to compile its parsers.
z.config({ jitless: true })

export type CallOptions = {
  /** The session token; open calls do without. */
  token?: string | null | undefined
  /** Makes a write safe to repeat. */
  idempotencyKey?: string
  /** The version that the write is made upon. */
  version?: number | undefined
  signal?: AbortSignal | undefined
  deadlineMs?: number
  /** Where the API is; empty: our own origin. */
  origin?: string
}

/** Any call's input without its name; for the few places that pass calls on. */
export type AnyInput = { params?: object; query?: object; body?: unknown }

/**
 * One call of the API, its answer parsed by the call's own schemas. Throws `ApiError` and nothing else. Free of DOM and
 * of the table of calls: the worker uses it too.
 */
export async function request(
  asked: Call,
  { params = {}, query = {}, body }: AnyInput,
  options: CallOptions = {},
): Promise<unknown> {
  const deadline = AbortSignal.timeout(options.deadlineMs ?? CALL_DEADLINE_MS)
  const signal = options.signal ? AbortSignal.any([options.signal, deadline]) : deadline
  try {
    const response = await fetch((options.origin ?? '') + pathOf(asked.path, params) + queryOf(query), {
      method: asked.method,
      headers: headersOf(body, options),
      body: body === undefined ? null : JSON.stringify(body),
      signal,
      cache: 'no-store',
      credentials: 'omit',
    })
    if (!response.ok) throw await problemOf(response)
    return await answerOf(asked, response)
  } catch (error) {
    if (error instanceof ApiError) throw error
    throw new ApiError(deadline.aborted ? 'timeout' : 'offline', 0, undefined, undefined, error)
  }
}

function pathOf(template: string, params: object): string {
  return template.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(String((params as Record<string, unknown>)[key])))
}

function queryOf(query: object): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  return given.length === 0 ? '' : `?${new URLSearchParams(given.map(([key, value]) => [key, String(value)]))}`
}

function headersOf(body: unknown, options: CallOptions): Record<string, string> {
  return {
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(options.token ? { authorization: `Bearer ${options.token}` } : {}),
    ...(options.idempotencyKey ? { 'idempotency-key': options.idempotencyKey } : {}),
    ...(options.version === undefined ? {} : { 'if-match': String(options.version) }),
  }
}

async function answerOf(asked: Call, response: Response): Promise<unknown> {
  const schema = asked.answers[response.status]
  if (!schema) throw new ApiError('answer_invalid', response.status)
  const text = await response.text()
  const result = schema.safeParse(text === '' ? undefined : parsedJson(text))
  if (!result.success) throw new ApiError('answer_invalid', response.status, undefined, undefined, result.error)
  return result.data
}

async function problemOf(response: Response): Promise<ApiError> {
  const problem = Problem.safeParse(parsedJson(await response.text())).data
  const retryAfterS = Number(response.headers.get('retry-after')) || undefined
  return new ApiError(problem?.code ?? codeOf(response.status), response.status, problem, retryAfterS)
}

/** For answers that are not ours, of a proxy for example. */
function codeOf(status: number): ErrorCode {
  if (status === 401) return 'session_invalid'
  if (status === 404) return 'not_found'
  if (status === 429) return 'rate_limited'
  return status >= 500 ? 'unavailable' : 'internal'
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Whole seconds of a Retry-After, in milliseconds. */
export const retryAfterMs = (error: ApiError): number => (error.retryAfterS ?? 0) * SECOND_MS
