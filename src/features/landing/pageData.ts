import type { Auction } from '../../../contract/auction.ts'
import type { Marketplace } from '../../../contract/marketplace.ts'
import { browserAtom, type Store } from '../../store/store.ts'
import { marketplaces } from '../marketplaces/index.ts'

/** The data that the server renders a public page with. */
export type PageData = {
  marketplaces?: readonly Marketplace[]
  /** Running auctions for the landing page. */
  auctions?: readonly Auction[]
}

const ELEMENT_ID = 'page-data'

/** The running auctions that the page was rendered with; empty if it was rendered at build time. */
export const runningAuctionsAtom = browserAtom<readonly Auction[]>([])

export function putPageData(store: Store, { marketplaces: known = [], auctions = [] }: PageData): void {
  if (known.length > 0) store.set(marketplaces.put, [...known], null)
  store.set(runningAuctionsAtom, auctions)
}

/** The data as a script element that the app starts from. The content security policy does not apply to data blocks. */
export const pageDataElement = (data: PageData): string =>
  `<script type="application/json" id="${ELEMENT_ID}">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`

/** Loads the data that the page was rendered with. Not validated: it comes from our own server and the same build. */
export function takePageData(store: Store, page: Document): void {
  const text = page.getElementById(ELEMENT_ID)?.textContent
  if (text) putPageData(store, JSON.parse(text))
}
