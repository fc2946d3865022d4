import type { Client } from '../../api/client.ts'

export const listSessions = (client: Client) => client('listSessions', {})
export const endOtherSessions = (client: Client) => client('endOtherSessions', {})
export const endOtherSession = (client: Client, id: string) => client('endOtherSession', { params: { id } })
