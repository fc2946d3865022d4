import type { FeedLinkDraft } from '../../../contract/feedLink.ts'
import { createResource } from '../../data/resource.ts'
import { tryCall } from '../../data/tryCall.ts'
import { atom } from '../../store/store.ts'
import { createFeedLink, deleteFeedLink, listFeedLinks, renewFeedLink } from './api.ts'

/** The secret URLs of feeds. Because they are secrets, they are dropped once nothing shows them. */
export const feedLinks = createResource(listFeedLinks)

export const createFeedLinkAtom = atom(null, async (get, set, link: FeedLinkDraft) => {
  await tryCall(get, set, (client) => createFeedLink(client, link))
  await set(feedLinks.load)
})

export const renewFeedLinkAtom = atom(null, async (get, set, id: string) => {
  await tryCall(get, set, (client) => renewFeedLink(client, id))
  await set(feedLinks.load)
})

export const deleteFeedLinkAtom = atom(null, async (get, set, id: string) => {
  await tryCall(get, set, (client) => deleteFeedLink(client, id))
  await set(feedLinks.load)
})
