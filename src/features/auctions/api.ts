import type { MatchSort, MatchState } from '../../../contract/match.ts'
import type { Client } from '../../api/client.ts'
import { INBOX_PAGE_ROWS } from '../../limits.ts'

export type MatchQuery = { filter?: string; marketplace?: string; state?: MatchState; sort?: MatchSort; cursor?: string }

export const listMatches = (client: Client, query: MatchQuery, signal?: AbortSignal) =>
  client('listMatches', { query: { ...query, limit: INBOX_PAGE_ROWS } }, { signal })

export const readAuction = (client: Client, id: string) => client('readAuction', { params: { id } })
