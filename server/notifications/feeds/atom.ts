import type { Match } from '../../../contract/match.ts'
import { type Entry, type FeedSource, feedTitle, lastUpdate, toEntry, urnOf } from './entry.ts'
import { element, type Xml, xmlDocument } from './xml.ts'

/** Matches as an Atom feed (RFC 4287), in the order given. */
export function atomFeed(matches: readonly Match[], source: FeedSource): string {
  const entries = matches.map((match) => toEntry(match, source))
  return xmlDocument(
    element('feed', { xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': source.locale }, [
      element('id', {}, urnOf(source.id)),
      element('title', {}, feedTitle(source)),
      element('updated', {}, lastUpdate(entries, source)),
      element('author', {}, [element('name', {}, 'Lotwatch')]),
      element('link', { rel: 'self', type: 'application/atom+xml', href: source.selfUrl }),
      element('link', { rel: 'alternate', type: 'text/html', href: source.publicUrl }),
      ...entries.map(toElement),
    ]),
  )
}

const toElement = ({ id, title, url, marketplaceUrl, html, publishedAt, updatedAt }: Entry): Xml =>
  element('entry', {}, [
    element('id', {}, id),
    element('title', {}, title),
    element('published', {}, publishedAt),
    element('updated', {}, updatedAt),
    element('link', { rel: 'alternate', type: 'text/html', href: url }),
    element('link', { rel: 'related', type: 'text/html', href: marketplaceUrl }),
    element('content', { type: 'html' }, html),
  ])
