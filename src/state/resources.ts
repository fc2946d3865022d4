import { readFilterOptions } from '../api/filters.ts'
import { listMarketplaces } from '../api/marketplaces.ts'
import { createResource } from './resource.ts'

/** What every screen may need. Resources of one screen stand with what that screen does to them. */
export const filterOptions = createResource(readFilterOptions, { isSameForAll: true })
export const marketplaces = createResource(listMarketplaces, { isSameForAll: true })
