import * as z from 'zod/mini'
import { ERROR_CODES } from './vocabulary/errorCodes.ts'

export const ErrorCode = z.enum(ERROR_CODES)
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
