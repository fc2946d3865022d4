import type { Listing } from '../../contract/auction.ts'
import { type Connector, type Json, PollError, type PollResult } from '../../server/marketplaces/connector.ts'
import type { FeedConnectorOptions } from '../../server/marketplaces/feed/connector.ts'
import { readFeedDocument } from '../../server/marketplaces/feed/read.ts'
import type { Outbound, OutboundRequest, OutboundResponse } from '../../server/outbound/fetch.ts'

/** Reads feeds in this thread. */
export const readFeed: FeedConnectorOptions['readFeed'] = async (document) => readFeedDocument(document)

export type Listings = Extract<PollResult, { kind: 'listings' }>

export type PollOptions = { cursor?: Json | null; validators?: { etag?: string; lastModified?: string }; calls?: number }

/** Runs one poll with a budget of `calls` further upstream calls. */
export function poll(connector: Connector, key: string, options: PollOptions = {}): Promise<PollResult> {
  let left = options.calls ?? 100
  return connector.search(key, {
    cursor: options.cursor ?? null,
    validators: options.validators ?? {},
    takeCall: async () => left-- > 0,
    signal: new AbortController().signal,
  })
}

/** @throws Error when the poll says that nothing has changed. */
export async function pollListings(connector: Connector, key: string, options: PollOptions = {}): Promise<Listings> {
  const result = await poll(connector, key, options)
  if (result.kind !== 'listings') throw new Error('nothing has changed')
  return result
}

export const failureOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'no failure',
    (error) => (error instanceof PollError ? error.kind : `not a PollError: ${error}`),
  )

export const byTitle = (result: Listings, beginning: string): Listing | undefined =>
  result.listings.find((listing) => listing.title.startsWith(beginning))

export type Answer = {
  status?: number
  headers?: Readonly<Record<string, string>>
  body?: string | Uint8Array
  retryAfterMs?: number
}

/** An outside world of one answer, or one per request; asks are kept. */
export function outboundOf(
  answer: Answer | ((url: string) => Answer | Error),
): Outbound & { asked: { url: string; request: OutboundRequest }[] } {
  const asked: { url: string; request: OutboundRequest }[] = []
  return {
    asked,
    async fetch(url, request): Promise<OutboundResponse> {
      asked.push({ url, request })
      const given = typeof answer === 'function' ? answer(url) : answer
      if (given instanceof Error) throw given
      const { status = 200, headers = {}, body = '', retryAfterMs } = given
      return {
        status,
        url,
        header: (name) => headers[name] ?? null,
        body: typeof body === 'string' ? new TextEncoder().encode(body) : body,
        validators: headers.etag === undefined ? {} : { etag: headers.etag },
        ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
      }
    },
    close: async () => {},
  }
}
