import type { Client } from '../../api/client.ts'

export const listMarketplaces = (client: Client) => client('listMarketplaces', {})
export const readMarketplace = (client: Client, id: string) => client('readMarketplace', { params: { id } })
export const readFilterOptions = (client: Client) => client('readFilterOptions', {})
