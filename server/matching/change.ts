import { changedDraft, type DraftChange } from '../../contract/explain.ts'
import { FilterCriteria } from '../../contract/filter.ts'
import { keywordErrors } from '../../contract/keywords.ts'

/** A filter's criteria after a change; undefined when such a filter could not be saved. */
export function changedCriteria(criteria: FilterCriteria, change: DraftChange): FilterCriteria | undefined {
  const changed: Record<string, unknown> = changedDraft(criteria, change)
  // A change names the postal code alone; the place that was found for it stays.
  if (change.location) changed.location = { ...criteria.location, ...change.location }
  const parsed = FilterCriteria.safeParse(changed)
  return parsed.success && keywordErrors(parsed.data).length === 0 ? parsed.data : undefined
}
