import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { type ErrorCode, type FieldError, PROBLEM_MEDIA_TYPE, type Problem } from '../../contract/errors.ts'
import { isDatabaseUnreachable, isDataException } from '../database/pool.ts'

/** The status of each error code, and a title for developers; the app has its own texts. */
const PROBLEMS: Record<ErrorCode, { status: number; title: string }> = {
  json_invalid: { status: 400, title: 'The body is not JSON' },
  values_invalid: { status: 422, title: 'Some values are invalid' },
  request_malformed: { status: 400, title: 'The request is malformed' },
  host_refused: { status: 421, title: 'With the identity emulator, this server answers only to loopback hosts' },
  body_too_large: { status: 413, title: 'The body is too large' },
  media_type_unsupported: { status: 415, title: 'The body must be application/json' },
  session_invalid: { status: 401, title: 'The session token is missing, malformed, expired or revoked' },
  identity_token_invalid: { status: 401, title: "The identity provider's token is invalid" },
  identity_unavailable: { status: 503, title: 'The identity provider is unreachable' },
  filter_limit_reached: { status: 403, title: 'The plan allows no more filters' },
  account_required: { status: 403, title: 'This needs an account; a guest can be upgraded' },
  not_found: { status: 404, title: 'Not found' },
  location_unknown: { status: 404, title: 'No place with this postal code is known' },
  auction_unknown: { status: 404, title: 'The marketplace has no such auction, or it is not stored here' },
  marketplace_unavailable: { status: 503, title: 'The marketplace is temporarily unavailable' },
  version_conflict: { status: 412, title: 'The resource was changed in the meantime' },
  idempotency_key_reused: { status: 409, title: 'This Idempotency-Key was used for another request' },
  idempotency_in_progress: { status: 409, title: 'The first request with this Idempotency-Key is still running' },
  referral_unknown: { status: 404, title: 'Unknown referral' },
  referral_already_used: { status: 409, title: 'A referral was already used' },
  referral_own: { status: 422, title: 'This referral is your own' },
  subscription_active: { status: 409, title: 'The user already has an active subscription' },
  plans_not_sold: { status: 403, title: 'No payment provider is configured, so plans cannot be bought' },
  rate_limited: { status: 429, title: 'Too many requests' },
  guest_limit_reached: { status: 429, title: 'Too many guests from this network today' },
  device_limit_reached: { status: 403, title: 'The account has reached its limit of devices' },
  stream_limit_reached: { status: 429, title: 'Too many open event streams of this user' },
  export_running: { status: 409, title: 'An export of this account is already running' },
  unavailable: { status: 503, title: 'The service is unavailable' },
  internal: { status: 500, title: 'Internal server error' },
}

/** `Retry-After` while the database is unreachable. */
const RETRY_AFTER_SECONDS = 2

export type ProblemDetails = Pick<Problem, 'detail' | 'errors' | 'current'> & { retryAfterSeconds?: number }

/** An expected error; thrown anywhere in a handler, answered as problem details (RFC 9457). */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem'
  readonly code: ErrorCode
  readonly details: ProblemDetails

  constructor(code: ErrorCode, details: ProblemDetails = {}) {
    super(details.detail ?? PROBLEMS[code].title)
    this.code = code
    this.details = details
  }
}

export function invalid(...errors: FieldError[]): ApiProblem {
  return new ApiProblem('values_invalid', { errors })
}

export function sendProblem(
  reply: FastifyReply,
  code: ErrorCode,
  { retryAfterSeconds, ...details }: ProblemDetails = {},
): FastifyReply {
  const { status, title } = PROBLEMS[code]
  const problem: Problem = { type: `/api/problems/${code}`, title, status, code, ...details }
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
  // Serialized here, because the route's schemas describe only its successful answers.
  return reply
    .code(status)
    .header('content-type', PROBLEM_MEDIA_TYPE)
    .header('cache-control', 'no-store')
    .serializer((body: unknown) => String(body))
    .send(JSON.stringify(problem))
}

const FASTIFY_CODES: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'json_invalid',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'json_invalid',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'json_invalid',
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'media_type_unsupported',
}

/** Handles every error of a request. An unexpected error is logged in full and answered only with `internal`. */
export function handleError(
  error: FastifyError | ApiProblem | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (error instanceof ApiProblem) return sendProblem(reply, error.code, error.details)
  if (hasZodFastifySchemaValidationErrors(error)) {
    return sendProblem(reply, 'values_invalid', { errors: error.validation.flatMap(toFieldErrors) })
  }
  const code = 'code' in error ? FASTIFY_CODES[error.code] : undefined
  if (code) return sendProblem(reply, code)
  if (error instanceof SyntaxError) return sendProblem(reply, 'json_invalid')
  if ('statusCode' in error && isClientError(error.statusCode)) {
    return sendProblem(reply, error.statusCode === UNSUPPORTED_MEDIA_TYPE ? 'media_type_unsupported' : 'request_malformed')
  }
  if (isDataException(error)) {
    request.log.warn({ err: error }, 'database rejected a value that the contract accepts')
    return sendProblem(reply, 'values_invalid')
  }
  if (isDatabaseUnreachable(error)) {
    request.log.warn({ err: error }, 'database unreachable')
    return sendProblem(reply, 'unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS })
  }
  request.log.error({ err: error }, 'request failed')
  return sendProblem(reply, 'internal')
}

/** Fastify and its plugins set a 4xx status on client errors. */
const isClientError = (status = 0) => status >= 400 && status < 500
const UNSUPPORTED_MEDIA_TYPE = 415

type Issue = { keyword?: string; instancePath: string; message?: string; params: Record<string, unknown> }

function toFieldErrors({ keyword = 'invalid', instancePath, message, params }: Issue): FieldError[] {
  const path = instancePath.replace(/^\//, '').replaceAll('/', '.')
  if (keyword === 'unrecognized_keys' && Array.isArray(params.keys)) {
    return params.keys.map((key) => ({ path: path ? `${path}.${key}` : String(key), code: keyword, message: 'no such field' }))
  }
  // Rules of our own put their code in the message.
  const own = message && /^[a-z][A-Za-z]+$/.test(message) ? message : undefined
  const limits = Object.entries(params)
    .filter(([name]) => ['minimum', 'maximum', 'expected', 'values'].includes(name))
    .map(([name, value]) => `${name} ${Array.isArray(value) ? value.join(', ') : value}`)
  return [{ path, code: own ?? keyword, message: [own ?? keyword.replaceAll('_', ' '), ...limits].join(', ') }]
}
