import type { Auction } from '../../contract/auction.ts'
import type { Marketplace } from '../../contract/marketplace.ts'
import { marketplaces } from './resources.ts'
import { browserAtom, type Store } from './store.ts'

/** What the server renders a public page with. */
export type PageData = {
  marketplaces?: readonly Marketplace[]
  /** Running auctions for the landing page. */
  auctions?: readonly Auction[]
}

const ELEMENT_ID = 'page-data'

/** The running auctions that the page was rendered with; none where it was rendered ahead. */
export const runningAuctionsAtom = browserAtom<readonly Auction[]>([])

export function putPageData(store: Store, { marketplaces: known = [], auctions = [] }: PageData): void {
  if (known.length > 0) store.set(marketplaces.put, [...known], null)
  store.set(runningAuctionsAtom, auctions)
}

/** The data as an element of the page, for the app to begin with; a block of data is not a script to the page's policy. */
export const pageDataElement = (data: PageData): string =>
  `<script type="application/json" id="${ELEMENT_ID}">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`

/** Takes up what the page was rendered with: our own server's words, of this very build. */
export function takePageData(store: Store, page: Document): void {
  const text = page.getElementById(ELEMENT_ID)?.textContent
  if (text) putPageData(store, JSON.parse(text))
}
