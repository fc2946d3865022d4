import type { FilterDraft } from '../../../contract/filter.ts'
import type { Client } from '../../api/client.ts'
import { PREVIEW_SAMPLE_ROWS } from '../../limits.ts'

export const listFilters = (client: Client) => client('listFilters', {})

/** Previews what a draft would have found. The signal cancels an outdated preview. */
export const testFilter = (client: Client, draft: FilterDraft, signal: AbortSignal) =>
  client('testFilter', { body: draft, query: { limit: PREVIEW_SAMPLE_ROWS } }, { signal })

export const findLocation = (client: Client, zip: string, country: string, signal: AbortSignal) =>
  client('findLocation', { params: { zip }, query: { country } }, { signal })
