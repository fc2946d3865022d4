import type { ErrorCode, FieldError, Problem } from '../../contract/errors.ts'

/** Error codes of calls: the server's own and those of the client. */
export type ApiErrorCode = ErrorCode | 'offline' | 'timeout' | 'answer_invalid'

/** A call that failed; screens choose their text by `code`. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: ApiErrorCode
  readonly status: number
  readonly errors: readonly FieldError[]
  /** With `version_conflict`: the stored version. */
  readonly current: unknown
  readonly retryAfterS: number | undefined

  constructor(code: ApiErrorCode, status = 0, problem?: Problem, retryAfterS?: number, cause?: unknown) {
    super(problem?.detail ?? problem?.title ?? code, { cause })
    this.code = code
    this.status = status
    this.errors = problem?.errors ?? []
    this.current = problem?.current
    this.retryAfterS = retryAfterS
  }

  /** Whether the failure is temporary: the same call may succeed later. */
  get isPassing(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500 || this.code === 'idempotency_in_progress'
  }
}

/** The code of a thrown value, for choosing a text. */
export function errorCode(error: unknown): ApiErrorCode {
  return error instanceof ApiError ? error.code : 'internal'
}
