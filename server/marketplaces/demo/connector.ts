import * as z from 'zod/mini'
import type { Outbound, OutboundRequest, OutboundResponse } from '../../outbound/fetch.ts'
import { jsonOf } from '../../outbound/json.ts'
import { type Connector, type Json, PollError, type PollRequest, type PollResult, type Rejection } from '../connector.ts'
import { throwPollError } from '../failure.ts'
import { type ParsedPage, parseLot, parsePage } from './parse.ts'
import { ALL, DEMO_BUDGET, DEMO_TERMS, NEWEST } from './terms.ts'

const PAGE_SIZE = 50
const MAX_PAGE_BYTES = 2_000_000
const DEADLINE_MS = 8_000
/** Ten pages cover more than forty minutes of new lots; after a longer outage there is a gap. */
const MAX_BACKFILL_PAGES = 10
/** Far more than the house has; a larger number is an error. */
const MAX_PAGES = 60
/** The page of a lot. */
const LOT_PATH = /^\/lots\/(\d{1,12})\/?$/

export type DemoConnectorOptions = {
  /** The URL of the house for this server: `http://127.0.0.1:4601`. The host may be private. */
  readonly url: string
  /** The URL of the house for browsers; default: `url`. */
  readonly publicUrl?: string
  readonly outbound: Outbound
}

/** The highest known lot number. */
const Cursor = z.object({ newest: z.int().check(z.minimum(0)) })

/** Reads the demo auction house like any other marketplace, with two searches: new lots, and all active lots. */
export function demoConnector(options: DemoConnectorOptions): Connector {
  const publicUrl = options.publicUrl ?? options.url

  async function fetchPage(page: number, asOf: string | undefined, request: PollRequest): Promise<OutboundResponse> {
    const url = new URL('/api/lots', options.url)
    url.search = new URLSearchParams({
      sort: 'newest',
      page: String(page),
      limit: String(PAGE_SIZE),
      ...(asOf ? { asOf } : {}),
    }).toString()
    return fetchJson(url, { signal: request.signal, ...(page === 1 ? { validators: request.validators } : {}) })
  }

  async function fetchJson(url: URL, request: Pick<OutboundRequest, 'signal' | 'validators'>): Promise<OutboundResponse> {
    try {
      return await options.outbound.fetch(url.href, {
        headers: { accept: 'application/json' },
        deadlineMs: DEADLINE_MS,
        maxBytes: MAX_PAGE_BYTES,
        privateHosts: [url.host],
        ...request,
      })
    } catch (error) {
      return throwPollError(error)
    }
  }

  function parse(response: OutboundResponse): ParsedPage {
    if (response.status !== 200) return throwPollError(response)
    const page = parsePage(jsonOf(response.body), publicUrl)
    if (page === undefined || page.pages > MAX_PAGES) throw new PollError('absurd', 'the answer is not a page of lots')
    return page
  }

  /** Reads pages until `enough` returns true, the pages end, or the budget is used up. */
  async function readPages(first: ParsedPage, request: PollRequest, enough: (page: ParsedPage, count: number) => boolean) {
    const pages = [first]
    let last = first
    while (pages.length < last.pages && !enough(last, pages.length)) {
      if (!(await request.takeCall())) return { pages, cut: true }
      last = parse(await fetchPage(pages.length + 1, first.asOf, request))
      pages.push(last)
    }
    return { pages, cut: false }
  }

  async function newest(first: ParsedPage, request: PollRequest): Promise<CatalogueRead> {
    const known = Cursor.safeParse(request.cursor).data?.newest
    const reaches = (page: ParsedPage) => known === undefined || page.lots.some((lot) => lot.number <= known)
    const { pages, cut } = await readPages(first, request, (page, count) => reaches(page) || count > MAX_BACKFILL_PAGES)
    const last = pages.at(-1)
    const readAll = last !== undefined && pages.length >= last.pages && !cut
    const gap = !readAll && last !== undefined && !reaches(last)
    return { pages, complete: false, gap, known }
  }

  async function all(first: ParsedPage, request: PollRequest): Promise<CatalogueRead> {
    const { pages, cut } = await readPages(first, request, () => false)
    return { pages, complete: !cut, gap: false, known: Cursor.safeParse(request.cursor).data?.newest }
  }

  return {
    id: 'demo',
    name: 'Demo auction house',
    country: 'DE',
    currency: 'EUR',
    homePage: publicUrl,
    demo: true,
    terms: DEMO_TERMS,
    criteria: [
      'keywords',
      'marketplace',
      'buyingOption',
      'condition',
      'category',
      'price',
      'bids',
      'location',
      'shipping',
      'seller',
      'commercial',
      'end',
    ],
    budget: DEMO_BUDGET,
    searches: [NEWEST, ALL],
    async search(key, request) {
      if (key !== NEWEST.key && key !== ALL.key) throw new RangeError(`the demo house has no search "${key}"`)
      const response = await fetchPage(1, undefined, request)
      // The ETag covers page 1 only; prices on later pages may have changed.
      if (response.status === 304 && key === NEWEST.key) return { kind: 'unchanged' }
      const first = parse(response)
      return result(
        key === NEWEST.key ? await newest(first, request) : await all(first, request),
        key === NEWEST.key ? response.validators : {},
      )
    },
    lotOfLink(link) {
      const isOurs = link.origin === new URL(publicUrl).origin || link.origin === new URL(options.url).origin
      const number = isOurs ? LOT_PATH.exec(link.pathname)?.[1] : undefined
      // The house treats 007 as 7.
      return number === undefined ? undefined : { kind: 'id', externalId: String(Number(number)) }
    },
    async lookUp(externalId, signal) {
      const response = await fetchJson(new URL(`/api/lots/${encodeURIComponent(externalId)}`, options.url), { signal })
      if (response.status === 404) return undefined
      if (response.status !== 200) return throwPollError(response)
      const lot = parseLot(jsonOf(response.body), publicUrl)
      if (lot?.listing.externalId !== externalId) throw new PollError('absurd', 'the answer is not the requested lot')
      return lot
    },
  }
}

type CatalogueRead = {
  readonly pages: readonly ParsedPage[]
  readonly complete: boolean
  readonly gap: boolean
  readonly known: number | undefined
}

function result(read: CatalogueRead, validators: { etag?: string; lastModified?: string }): PollResult {
  const lots = new Map(read.pages.flatMap((page) => page.lots.map((lot) => [lot.number, lot.listing])))
  const rejected: Rejection[] = read.pages.flatMap((page) => [...page.rejected])
  const newest = Math.max(-1, read.known ?? -1, ...lots.keys())
  const cursor: Json = newest < 0 ? null : { newest }
  return {
    kind: 'listings',
    listings: [...lots.values()],
    rejected,
    cursor,
    validators,
    complete: read.complete && rejected.every((entry) => entry.externalId !== undefined),
    ...(read.gap ? { gap: true } : {}),
  }
}
