import type * as z from 'zod'
import { invalid } from './problems.ts'

/** Encodes the position of a page's last item as an opaque string. */
export function writeCursor(after: object | null): string | null {
  return after && Buffer.from(JSON.stringify(after)).toString('base64url')
}

/** @throws ApiProblem for an invalid cursor */
export function readCursor<T extends z.ZodType>(cursor: string | undefined, shape: T): z.output<T> | undefined {
  if (cursor === undefined) return undefined
  try {
    return shape.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')))
  } catch {
    throw invalid({ path: 'cursor', code: 'invalid_format', message: 'not a cursor of this list' })
  }
}
