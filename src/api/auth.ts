import type { Client } from './client.ts'

export const endSession = (client: Client) => client('endSession', {})
export const listSessions = (client: Client) => client('listSessions', {})
export const endOtherSession = (client: Client, id: string) => client('endOtherSession', { params: { id } })
