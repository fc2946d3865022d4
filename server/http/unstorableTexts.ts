import type { FieldError } from '../../contract/errors.ts'
import { isStorableText } from '../../contract/text.ts'

/** Deeper than any body of the contract; the schemas refuse deeper ones. */
const MAX_DEPTH = 10

/**
 * An error for each text of a request that PostgreSQL cannot store: one with a NUL, or malformed Unicode (a lone surrogate,
 * which JSON can contain as `\ud83d`). Checked once for all calls, so that no schema has to.
 */
export function unstorableTexts(given: unknown, path = '', depth = 0): FieldError[] {
  if (typeof given === 'string') return isStorableText(given) ? [] : [{ path, code: 'invalid_text', message: 'not a valid text' }]
  if (typeof given !== 'object' || given === null || depth > MAX_DEPTH) return []
  return Object.entries(given).flatMap(([name, value]) => {
    const at = path === '' ? name : `${path}.${name}`
    return isStorableText(name)
      ? unstorableTexts(value, at, depth + 1)
      : [{ path, code: 'invalid_text', message: 'not a valid name' }]
  })
}
