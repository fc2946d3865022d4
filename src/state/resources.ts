import { readFilterOptions } from '../api/filters.ts'
import { listMarketplaces } from '../api/marketplaces.ts'
import { createResource } from './resource.ts'

/** Resources that several screens need. Others are next to the actions of their screen. */
export const filterOptions = createResource(readFilterOptions, { isSameForAll: true })
export const marketplaces = createResource(listMarketplaces, { isSameForAll: true })
