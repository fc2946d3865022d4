import type { Client } from './client.ts'

export const listMarketplaces = (client: Client) => client('listMarketplaces', {})
export const readMarketplace = (client: Client, id: string) => client('readMarketplace', { params: { id } })
export const readConfig = (client: Client) => client('readConfig', {})
