import type * as z from 'zod/mini'
import type { FilterDraft, FilterReport } from '../../contract/filter.ts'
import { PREVIEW_SAMPLE_ROWS } from '../limits.ts'
import type { Client } from './client.ts'

export const listFilters = (client: Client) => client('listFilters', {})
export const readFilterOptions = (client: Client) => client('readFilterOptions', {})

/** Previews what a draft would have found. The signal cancels an outdated preview. */
export const testFilter = (client: Client, draft: FilterDraft, signal: AbortSignal) =>
  client('testFilter', { body: draft, query: { limit: PREVIEW_SAMPLE_ROWS } }, { signal })

export const reportFilter = (client: Client, report: z.infer<typeof FilterReport>) => client('reportFilter', { body: report })

export const findLocation = (client: Client, zip: string, country: string, signal: AbortSignal) =>
  client('findLocation', { params: { zip }, query: { country } }, { signal })
