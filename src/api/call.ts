import * as z from 'zod/mini'
import { type Call, type CallName, calls } from '../../contract/calls.ts'
import { type ErrorCode, Problem } from '../../contract/errors.ts'
import { SECOND_MS } from '../../contract/time.ts'
import { CALL_DEADLINE_MS } from '../limits.ts'
import { ApiError } from './errors.ts'

// The content security policy forbids eval, which zod would try once to compile its parsers.
z.config({ jitless: true })

type Table = typeof calls
type Part<N extends CallName, P extends string> = Table[N] extends Record<P, infer S extends z.ZodMiniType> ? z.input<S> : never
/** Queries carry numbers as text; callers pass numbers. */
type Query<Q> = { [K in keyof Q]: Q[K] | number }
type Given<K extends string, T> = [T] extends [never] ? unknown : { [P in K]: T }

/** The input of a call, by the contract: path parameters, query and body. */
export type CallInput<N extends CallName> = Given<'params', Part<N, 'params'>> &
  (Part<N, 'query'> extends never ? unknown : { query?: Query<Part<N, 'query'>> }) &
  Given<'body', Part<N, 'body'>>

type Answers<N extends CallName> = Table[N]['answers']
/** The parsed response of a call. */
export type CallAnswer<N extends CallName> = {
  [S in keyof Answers<N>]: Answers<N>[S] extends z.ZodMiniType ? z.output<Answers<N>[S]> : never
}[keyof Answers<N>]

export type CallOptions = {
  /** The session token; public calls need none. */
  token?: string | null | undefined
  /** Makes a write safe to repeat. */
  idempotencyKey?: string
  /** The version that the write is based on. */
  version?: number | undefined
  signal?: AbortSignal | undefined
  deadlineMs?: number
  /** Origin of the API; empty: our own. */
  origin?: string
}

/** The input of any call, for generic code. */
export type AnyInput = { params?: object; query?: object; body?: unknown }

/**
 * Makes one API call and parses the response by the contract. Throws only `ApiError`. Does not use the DOM, because the
 * worker calls it too.
 */
export async function call<N extends CallName>(name: N, input: CallInput<N>, options: CallOptions = {}): Promise<CallAnswer<N>> {
  const asked: Call = calls[name]
  const { params = {}, query = {}, body } = input as AnyInput
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
    return (await answerOf(asked, response)) as CallAnswer<N>
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

/** The error to throw for a response that is not ok. */
export async function problemOf(response: Response): Promise<ApiError> {
  const problem = Problem.safeParse(parsedJson(await response.text())).data
  const retryAfterS = Number(response.headers.get('retry-after')) || undefined
  return new ApiError(problem?.code ?? codeOf(response.status), response.status, problem, retryAfterS)
}

/** For responses that are not ours, for example from a proxy. */
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

/** The Retry-After of an error (whole seconds), in milliseconds. */
export const retryAfterMs = (error: ApiError): number => (error.retryAfterS ?? 0) * SECOND_MS
