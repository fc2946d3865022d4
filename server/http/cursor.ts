import type * as z from 'zod'
import { invalid } from './problems.ts'

/** A page's end as an opaque string, and back. */
export function writeCursor(after: object | null): string | null {
  return after && Buffer.from(JSON.stringify(after)).toString('base64url')
}

/** @throws ApiProblem for a cursor that is not one of ours */
export function readCursor<T extends z.ZodType>(cursor: string | undefined, shape: T): z.output<T> | undefined {
  if (cursor === undefined) return undefined
  try {
    return shape.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')))
  } catch {
    throw invalid({ path: 'cursor', code: 'invalid_format', message: 'not a cursor of this list' })
  }
}
