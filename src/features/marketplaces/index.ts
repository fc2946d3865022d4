export { marketplaceOf } from './loadMarketplace.ts'
export { namedMarketplacesAtom } from './names.ts'
export { filterOptions, marketplaces } from './resources.ts'
