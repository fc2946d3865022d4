import type { FeedLinkDraft } from '../../../contract/feedLink.ts'
import { createResource } from '../../data/resource.ts'
import { tryAtom } from '../../data/tryCall.ts'
import { atom } from '../../store/store.ts'
import { createFeedLink, deleteFeedLink, listFeedLinks, renewFeedLink } from './api.ts'

/** The secret URLs of feeds. Because they are secrets, they are dropped once nothing shows them. */
export const feedLinks = createResource(listFeedLinks)

export const createFeedLinkAtom = atom(null, async (_get, set, link: FeedLinkDraft) => {
  await set(tryAtom, (client) => createFeedLink(client, link))
  await set(feedLinks.load)
})

export const renewFeedLinkAtom = atom(null, async (_get, set, id: string) => {
  await set(tryAtom, (client) => renewFeedLink(client, id))
  await set(feedLinks.load)
})

export const deleteFeedLinkAtom = atom(null, async (_get, set, id: string) => {
  await set(tryAtom, (client) => deleteFeedLink(client, id))
  await set(feedLinks.load)
})
