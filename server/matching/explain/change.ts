import { changedDraft, type DraftChange } from '../../../contract/explain.ts'
import { FilterCriteria } from '../../../contract/filter.ts'
import { keywordErrors } from '../../../contract/keywords.ts'

/** A filter's criteria after a change; undefined when the result is not a valid filter. */
export function changedCriteria(criteria: FilterCriteria, change: DraftChange): FilterCriteria | undefined {
  const changed: Record<string, unknown> = changedDraft(criteria, change)
  // A change contains only the postal code; the stored coordinates are kept.
  if (change.location) changed.location = { ...criteria.location, ...change.location }
  const parsed = FilterCriteria.safeParse(changed)
  return parsed.success && keywordErrors(parsed.data).length === 0 ? parsed.data : undefined
}
