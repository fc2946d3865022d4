import * as z from 'zod/mini'

/** All error codes of the server. The app has a translated text for each. */
export const ErrorCode = z.enum([
  'json_invalid',
  'request_malformed',
  'host_refused',
  'values_invalid',
  'body_too_large',
  'media_type_unsupported',
  'session_invalid',
  'identity_token_invalid',
  'identity_unavailable',
  'filter_limit_reached',
  'account_required',
  'not_found',
  'location_unknown',
  'auction_unknown',
  'marketplace_unavailable',
  'version_conflict',
  'idempotency_key_reused',
  'idempotency_in_progress',
  'referral_unknown',
  'referral_already_used',
  'referral_own',
  'subscription_active',
  'plans_not_sold',
  'rate_limited',
  'guest_limit_reached',
  'device_limit_reached',
  'stream_limit_reached',
  'export_running',
  'unavailable',
  'internal',
])
export type ErrorCode = z.infer<typeof ErrorCode>

/** One invalid field: its path (`price.min`), a code, and a message for developers. */
export const FieldError = z.object({
  path: z.string(),
  code: z.string(),
  message: z.string(),
  /** For errors in keywords: the range in the text, in UTF-16 code units, end exclusive. */
  start: z.optional(z.int()),
  end: z.optional(z.int()),
})
export type FieldError = z.infer<typeof FieldError>

/** RFC 9457 problem details. */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: ErrorCode,
  detail: z.optional(z.string()),
  errors: z.optional(z.array(FieldError)),
  /** With `version_conflict`: the stored version. */
  current: z.optional(z.unknown()),
})
export type Problem = z.infer<typeof Problem>

export const PROBLEM_MEDIA_TYPE = 'application/problem+json'
