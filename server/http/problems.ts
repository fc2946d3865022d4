import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { type ErrorCode, type FieldError, PROBLEM_MEDIA_TYPE, type Problem } from '../../contract/errors.ts'
import { isDatabaseAway, isDataException } from '../database/pool.ts'

/** What a code answers with: the status and a title for developers (the app has its own texts). */
const PROBLEMS: Record<ErrorCode, { status: number; title: string }> = {
  json_invalid: { status: 400, title: 'The body is not JSON' },
  values_invalid: { status: 422, title: 'Some values are invalid' },
  request_malformed: { status: 400, title: 'The request is malformed' },
  host_refused: { status: 421, title: 'With the identity emulator this server answers at loopback names only' },
  body_too_large: { status: 413, title: 'The body is too large' },
  media_type_unsupported: { status: 415, title: 'The body has to be application/json' },
  session_invalid: { status: 401, title: 'The session token is missing, malformed, expired or revoked' },
  identity_token_invalid: { status: 401, title: "The identity provider's token is not valid" },
  identity_unavailable: { status: 503, title: 'The identity provider cannot be reached' },
  filter_limit_reached: { status: 403, title: 'The plan allows no more filters' },
  account_required: { status: 403, title: 'This needs an account; a guest can be upgraded' },
  not_found: { status: 404, title: 'Not found' },
  location_unknown: { status: 404, title: 'No place with this postal code is known' },
  auction_unknown: { status: 404, title: 'The marketplace has no such auction, or it is not known here' },
  marketplace_unavailable: { status: 503, title: 'The marketplace cannot be reached now' },
  version_conflict: { status: 412, title: 'It has been changed in the meantime' },
  idempotency_key_reused: { status: 409, title: 'This Idempotency-Key was used for another request' },
  idempotency_in_progress: { status: 409, title: 'The first request with this Idempotency-Key still runs' },
  referral_unknown: { status: 404, title: 'There is no such referral' },
  referral_already_used: { status: 409, title: 'A referral has been used already' },
  referral_own: { status: 422, title: 'This referral is your own' },
  subscription_active: { status: 409, title: 'A subscription is running' },
  plans_not_sold: { status: 403, title: 'No payment provider is set up here, so no plan can be bought' },
  rate_limited: { status: 429, title: 'Too many requests' },
  guest_limit_reached: { status: 429, title: 'Too many guests from this network today' },
  device_limit_reached: { status: 403, title: 'The account has reached its limit of devices' },
  stream_limit_reached: { status: 429, title: 'Too many open event streams of this user' },
  export_running: { status: 409, title: 'An export of this account is running' },
  unavailable: { status: 503, title: 'The service is unavailable' },
  internal: { status: 500, title: 'Internal server error' },
}

/** When to try again while the database is away. */
const RETRY_AFTER_SECONDS = 2

export type ProblemDetails = Pick<Problem, 'detail' | 'errors' | 'current'> & { retryAfterSeconds?: number }

/** An expected refusal; thrown anywhere below a handler, answered as problem details (RFC 9457). */
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
  // Serialised here: the schemas of a route's answers are about its successes.
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

/** Every error of a request ends here. An unexpected one is logged whole and answered with "internal" alone. */
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
  if (isDatabaseAway(error)) {
    request.log.warn({ err: error }, 'database unreachable')
    return sendProblem(reply, 'unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS })
  }
  request.log.error({ err: error }, 'request failed')
  return sendProblem(reply, 'internal')
}

/** Fastify and its plugins give what a client did wrong a status of its own. */
const isClientError = (status = 0) => status >= 400 && status < 500
const UNSUPPORTED_MEDIA_TYPE = 415

type Issue = { keyword?: string; instancePath: string; message?: string; params: Record<string, unknown> }

function toFieldErrors({ keyword = 'invalid', instancePath, message, params }: Issue): FieldError[] {
  const path = instancePath.replace(/^\//, '').replaceAll('/', '.')
  if (keyword === 'unrecognized_keys' && Array.isArray(params.keys)) {
    return params.keys.map((key) => ({ path: path ? `${path}.${key}` : String(key), code: keyword, message: 'no such field' }))
  }
  // Our own rules put their name where zod has its sentence.
  const own = message && /^[a-z][A-Za-z]+$/.test(message) ? message : undefined
  const limits = Object.entries(params)
    .filter(([name]) => ['minimum', 'maximum', 'expected', 'values'].includes(name))
    .map(([name, value]) => `${name} ${Array.isArray(value) ? value.join(', ') : value}`)
  return [{ path, code: own ?? keyword, message: [own ?? keyword.replaceAll('_', ' '), ...limits].join(', ') }]
}
