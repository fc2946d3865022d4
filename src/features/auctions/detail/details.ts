import { createKeyedResource } from '../../../data/keyedResource.ts'
import { CACHED_DETAILS_MAX } from '../../../limits.ts'
import { readAuction } from '../api.ts'

/** Auctions that were opened. They remain readable offline. */
export const details = createKeyedResource('auction', readAuction, CACHED_DETAILS_MAX)
