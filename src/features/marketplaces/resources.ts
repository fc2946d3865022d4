import { createResource } from '../../data/resource.ts'
import { listMarketplaces, readFilterOptions } from './api.ts'

/** Resources that several screens need. Others are next to the actions of their screen. */
export const filterOptions = createResource(readFilterOptions, { isSameForAll: true })
export const marketplaces = createResource(listMarketplaces, { isSameForAll: true })
