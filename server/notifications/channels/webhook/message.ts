import type { Auction } from '../../../../contract/auction.ts'
import type { Match, MatchEvent } from '../../../../contract/match.ts'
import { AUCTION_ROUTE, localizedPath } from '../../../../contract/routes.ts'
import { EVENTS } from '../../events/registry.ts'
import { cut, oneLine } from '../../messages/describe.ts'
import { TEXTS } from '../../messages/texts.ts'
import type { Alert, Message } from '../channel.ts'

/** Standard Webhooks, "Payload": below 20 kB. The limits below keep every body smaller. */
export const MAX_WEBHOOK_BYTES = 20_000
const MAX_TEXT_BYTES = 500
const MAX_URL_BYTES = 1500
const MAX_IMAGES = 3
const MAX_FILTERS = 20
/** Measured as JSON, including escapes. */
const bytes = (text: string) => Buffer.byteLength(JSON.stringify(text)) - 2

/**
 * The JSON body of a webhook call: `{type, timestamp, data}`. An alert carries the match, its auction and what changed.
 * @throws Error for several alerts: webhooks receive them one by one
 */
export function webhookBody(message: Message, now: Date): string {
  const [alert, ...more] = message.alerts
  if (more.length > 0) throw new Error('a webhook takes one alert at a time')
  if (!alert) {
    return JSON.stringify({
      type: 'webhook.test',
      timestamp: now.toISOString(),
      data: { message: TEXTS[message.locale].testBody },
    })
  }
  const { match, kind, from, to, minutes } = alert
  return JSON.stringify({
    type: EVENTS[kind].webhookType,
    timestamp: happenedAt(alert),
    data: { match: matchData(match, message), auction: auctionData(match.auction), from, to, minutes },
  })
}

/** When the event occurred, not when it is sent: the same for every attempt. */
function happenedAt({ kind, match, to }: Alert): string {
  const isReported = (event: MatchEvent) =>
    event.kind === kind && event.to?.amount === to?.amount && event.to?.currency === to?.currency
  return match.events.findLast(isReported)?.at ?? match.matchedAt
}

const matchData = ({ id, filters, matchedAt, flags, auction }: Match, { locale, publicUrl }: Message) => ({
  id,
  url: publicUrl + localizedPath(locale, AUCTION_ROUTE + auction.id),
  filters: filters.slice(0, MAX_FILTERS).map((filter) => ({ id: filter.id, name: text(filter.name) })),
  matchedAt,
  flags,
})

/** The auction without its description, with a few pictures. Texts are on one line each. */
function auctionData({ description: _, firstSeenAt: __, lastSeenAt: ___, ...auction }: Auction): object {
  const { seller, location } = auction
  return {
    ...auction,
    externalId: text(auction.externalId),
    title: text(auction.title),
    url: bytes(auction.url) <= MAX_URL_BYTES ? auction.url : undefined,
    images: auction.images.filter((url) => bytes(url) <= MAX_URL_BYTES).slice(0, MAX_IMAGES),
    seller: seller && { ...seller, name: seller.name && text(seller.name) },
    location: location && {
      ...location,
      zip: location.zip && text(location.zip),
      place: location.place && text(location.place),
    },
    shipsTo: auction.shipsTo?.slice(0, MAX_COUNTRIES),
  }
}

/** More than there are countries in ISO 3166-1. */
const MAX_COUNTRIES = 300

const text = (value: string) => cut(oneLine(value), MAX_TEXT_BYTES, bytes)
