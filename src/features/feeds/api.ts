import type { FeedLinkDraft } from '../../../contract/feedLink.ts'
import type { Client } from '../../api/client.ts'

export const listFeedLinks = (client: Client) => client('listFeedLinks', {})
export const createFeedLink = (client: Client, link: FeedLinkDraft) => client('createFeedLink', { body: link })
export const renewFeedLink = (client: Client, id: string) => client('renewFeedLink', { params: { id } })
export const deleteFeedLink = (client: Client, id: string) => client('deleteFeedLink', { params: { id } })
