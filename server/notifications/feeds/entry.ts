import type { Match } from '../../../contract/match.ts'
import type { Locale } from '../../../contract/primitives.ts'
import { type Described, describeAlert } from '../messages/describe.ts'
import { escapeHtml } from '../messages/html.ts'
import { TEXTS } from '../messages/texts.ts'

/** The input of a feed or calendar, whatever its format. */
export type FeedSource = {
  /** Of the feed link. */
  id: string
  /** Of the link's filter; absent: all matches. */
  filterName?: string
  locale: Locale
  timeZone: string
  /** Base URL of the app, without a trailing slash. */
  publicUrl: string
  selfUrl: string
  createdAt: Date
}

/** A match as an entry of a feed. `html` is escaped and safe to render. */
export type Entry = {
  /** Derived from the match, the same in every feed. */
  id: string
  title: string
  url: string
  marketplaceUrl: string
  image?: string
  html: string
  publishedAt: string
  updatedAt: string
}

export const urnOf = (id: string) => `urn:uuid:${id}`

/** When the match last changed. */
export function updatedAt({ matchedAt, events }: Match): string {
  return latest([matchedAt, ...events.map(({ at }) => at)])
}

export function describeMatch(match: Match, source: FeedSource): Described {
  return describeAlert({ deliveryId: match.id, kind: 'newMatch', match }, source)
}

/** The facts of a match in one line. */
export function factsOf({ auction }: Match, one: Described, locale: Locale): string {
  const { demo, over } = TEXTS[locale]
  return [
    auction.status === 'active' ? undefined : over[auction.status],
    one.price,
    one.bids,
    one.ends,
    one.place,
    one.isDemo ? demo : undefined,
  ]
    .filter(Boolean)
    .join(' · ')
}

export function feedTitle({ filterName, locale }: FeedSource): string {
  return filterName ? `${filterName} · Lotwatch` : `Lotwatch: ${TEXTS[locale].allMatches}`
}

export function toEntry(match: Match, source: FeedSource): Entry {
  const one = describeMatch(match, source)
  const url = source.publicUrl + one.path
  const { auction } = match
  const image = auction.images[0]
  const link = (href: string, html: string) => `<a href="${escapeHtml(href)}">${html}</a>`
  const paragraphs = [
    image ? link(url, `<img src="${escapeHtml(image)}" alt="">`) : '',
    escapeHtml(factsOf(match, one, source.locale)),
    escapeHtml(one.filters),
    `${link(url, escapeHtml(TEXTS[source.locale].open))} · ${link(auction.url, escapeHtml(one.marketplace))}`,
  ]
  return {
    id: urnOf(match.id),
    title: one.title,
    url,
    marketplaceUrl: auction.url,
    ...(image ? { image } : {}),
    html: paragraphs
      .filter(Boolean)
      .map((html) => `<p>${html}</p>`)
      .join(''),
    publishedAt: match.matchedAt,
    updatedAt: updatedAt(match),
  }
}

/** When any entry last changed; for an empty feed, when its link was created. */
export function lastUpdate(entries: readonly Entry[], { createdAt }: FeedSource): string {
  return latest([createdAt.toISOString(), ...entries.map((entry) => entry.updatedAt)])
}

/** ISO timestamps of the same format sort as text. */
const latest = (instants: readonly string[]): string => instants.toSorted().at(-1) ?? ''
