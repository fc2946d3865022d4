import { parseFeed } from '@rowanmanning/feed-parser'
import * as z from 'zod/mini'
import { storableText } from '../../../contract/text.ts'

/** One entry of a feed, before its text is interpreted. */
export type Entry = {
  readonly id?: string
  /** May be relative. */
  readonly link?: string
  /** May contain entities and tags. */
  readonly title?: string
  /** HTML or plain text. */
  readonly content: string
  readonly images: readonly string[]
  readonly categories: readonly string[]
}

/** `fault`: why it is not a feed. `captcha`: the site requires a CAPTCHA. */
export type ReadFeed =
  | { readonly kind: 'feed'; readonly homePage?: string; readonly entries: readonly Entry[] }
  | { readonly kind: 'captcha' }
  | { readonly kind: 'fault'; readonly fault: string }

/** Feeds list the newest entries first; later ones are older than any poll. */
const MAX_ENTRIES = 500

/**
 * Parses RSS, RDF, Atom and JSON Feed 1 and 1.1.
 * @param begin is called with the number of each entry, from 1, before it is parsed
 */
export function readFeed(text: string, begin: (entry: number) => void = () => {}): ReadFeed {
  const start = text.trimStart().slice(0, 1000)
  if (start === '') return { kind: 'fault', fault: 'the answer is empty' }
  if (start.startsWith('{')) return readJsonFeed(text, begin)
  if (/^<!doctype html|^(?:<\?xml[^>]*\?>\s*)?(?:<!doctype html[^>]*>\s*)?<html/i.test(start)) return htmlPage(text)
  return readXmlFeed(text, begin)
}

function htmlPage(text: string): ReadFeed {
  const asksForHumans =
    /captcha|are you (?:a )?(?:human|robot)|verify you are|access denied|zugriff verweigert|kein roboter|cf-challenge/i.test(text)
  return asksForHumans ? { kind: 'captcha' } : { kind: 'fault', fault: 'received a web page instead of a feed' }
}

function readXmlFeed(text: string, begin: (entry: number) => void): ReadFeed {
  // The parser would close elements that a truncated document left open, and a partial entry would look complete.
  const whole = throughRootEnd(text)
  if (whole === undefined) return { kind: 'fault', fault: 'the feed is truncated or not XML' }
  try {
    const feed = parseFeed(firstEntriesOf(whole))
    return {
      kind: 'feed',
      ...given('homePage', feed.url),
      entries: feed.items.slice(0, MAX_ENTRIES).map((item, index) => {
        begin(index + 1)
        return xmlEntry(item)
      }),
    }
  } catch {
    return { kind: 'fault', fault: 'the answer is not a feed' }
  }
}

type XmlItem = ReturnType<typeof parseFeed>['items'][number]
type XmlElement = XmlItem['element']

function xmlEntry(item: XmlItem): Entry {
  return entryOf({
    ...given('id', item.id),
    ...given('link', item.url ?? linkElsewhere(item.element)),
    ...given('title', textOf(ownElement(item.element, 'title')) ?? item.title),
    content: xmlContent(item),
    images: [...item.mediaImages.map((media) => media.image ?? media.url), ...(item.image === null ? [] : [item.image.url])],
    categories: item.categories.map((category) => category.label ?? category.term),
  })
}

function xmlContent(item: XmlItem): string {
  const own = (name: string) => textOf(ownElement(item.element, name))
  const texts =
    item.element.name === 'entry'
      ? [htmlOf(ownElement(item.element, 'content')), own('summary'), item.content]
      : [item.content, own('description')]
  return texts.find((text) => text) ?? item.description ?? ''
}

/** A child in the item's own namespace: `<title>`, not `<media:title>`. */
function ownElement(item: XmlElement, name: string): XmlElement | undefined {
  return item.findElementsWithName(name).find((element) => element.namespace === item.namespace)
}

function textOf(element: XmlElement | undefined): string | undefined {
  return element?.textContentNormalized || undefined
}

function htmlOf(element: XmlElement | undefined): string | undefined {
  const xhtml = element?.getAttribute('type') === 'xhtml' ? element.findElementWithName('div') : null
  return xhtml?.innerHtml || textOf(element)
}

/** The URL of an RSS item without a plain link: Atom's link, or its id, which is a URL unless marked otherwise. */
function linkElsewhere(item: XmlElement): string | undefined {
  const links = item.findElementsWithName('link').filter((link) => ['alternate', null].includes(link.getAttribute('rel')))
  const href = links.map((link) => link.getAttributeAsUrl('href')).find((address) => address !== null)
  if (href !== undefined) return href ?? undefined
  const guid = item.findElementWithName('guid')
  const address = guid?.getAttribute('ispermalink')?.toLowerCase() === 'false' ? undefined : textOf(guid ?? undefined)
  return address !== undefined && /^https?:\/\//i.test(address) ? address : undefined
}

/** The start or end of a root element, or the start of an opaque section. */
const ROOT_OR_OPAQUE = /<(?:(\/?)((?:[\w-]{1,40}:)?(?:rss|feed|rdf))(?=[\s>])|!--|!\[CDATA\[)/gi

/** The document up to the end of its root element, without anything that follows; undefined when the root element has no end. */
function throughRootEnd(text: string): string | undefined {
  let root: string | undefined
  ROOT_OR_OPAQUE.lastIndex = 0
  for (let match = ROOT_OR_OPAQUE.exec(text); match !== null; match = ROOT_OR_OPAQUE.exec(text)) {
    const name = match[2]?.toLowerCase()
    const from = ROOT_OR_OPAQUE.lastIndex
    const end = text.indexOf(name === undefined ? (OPAQUE_ENDS[match[0].toLowerCase()] ?? '') : '>', from)
    if (end < 0) return undefined
    if (name === undefined) ROOT_OR_OPAQUE.lastIndex = end
    else if (match[1] === '') root ??= name
    else if (name === root) return text.slice(0, end + 1)
  }
  return undefined
}

/** The start of an entry, or of a comment or CDATA section. Those are skipped, because their text may look like an entry. */
const ENTRY_OR_OPAQUE = /<(?:((?:[\w-]{1,40}:)?(?:item|entry))(?=[\s>/])|!--|!\[CDATA\[)/gi
const ENTRY_TAG = /<\/?(?:[\w-]{1,40}:)?(?:item|entry)(?=[\s>/])/gi
const OPAQUE_ENDS: Readonly<Record<string, string>> = { '<!--': '-->', '<![cdata[': ']]>' }

/**
 * Removes the entries after the first `MAX_ENTRIES`. The parser's cost is quadratic in the number of entries, so they are
 * removed from the text.
 */
function firstEntriesOf(text: string): string {
  let entries = 0
  ENTRY_OR_OPAQUE.lastIndex = 0
  for (let match = ENTRY_OR_OPAQUE.exec(text); match !== null; match = ENTRY_OR_OPAQUE.exec(text)) {
    if (match[1] === undefined) {
      const end = text.indexOf(OPAQUE_ENDS[match[0].toLowerCase()] ?? '', ENTRY_OR_OPAQUE.lastIndex)
      if (end < 0) return text
      ENTRY_OR_OPAQUE.lastIndex = end
    } else if (++entries > MAX_ENTRIES) {
      return text.slice(0, match.index) + text.slice(endOfLastEntry(text))
    }
  }
  return text
}

/** The position after the closing tag of the last entry, or after its empty-element tag. */
function endOfLastEntry(text: string): number {
  let last = 0
  for (const { index } of text.matchAll(ENTRY_TAG)) last = index
  return text.indexOf('>', last) + 1
}

/** JSON escapes and character references can produce lone surrogates and NUL, which PostgreSQL cannot store. */
function entryOf({ content, images, categories, ...texts }: Entry): Entry {
  return {
    ...Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, storableText(text)])),
    content: storableText(content),
    images: images.map(storableText),
    categories: categories.map(storableText),
  }
}

/** A field of the wrong type counts as absent, so that it does not reject the whole entry. */
const orAbsent = <T>(schema: z.ZodMiniType<T>) => z.catch(z.optional(z.nullable(schema)), undefined)
const text = orAbsent(z.string())
const Attachment = z.object({ url: z.string(), mime_type: text })

// https://www.jsonfeed.org/version/1.1/; version 1 differs only in `author`, which is not used.
const JsonFeed = z.object({
  version: z.string().check(z.regex(/^https?:\/\/(?:www\.)?jsonfeed\.org\/version\/1(?:\.1)?\/?$/)),
  home_page_url: text,
  items: z.array(z.unknown()),
})
const JsonItem = z.object({
  id: orAbsent(z.union([z.string(), z.number()])),
  url: text,
  external_url: text,
  title: text,
  content_html: text,
  content_text: text,
  summary: text,
  image: text,
  attachments: orAbsent(z.array(z.unknown())),
  tags: orAbsent(z.array(z.unknown())),
})

function readJsonFeed(json: string, begin: (entry: number) => void): ReadFeed {
  const feed = JsonFeed.safeParse(parseJson(json))
  if (!feed.success) return { kind: 'fault', fault: 'the answer is not a JSON feed' }
  return {
    kind: 'feed',
    ...given('homePage', feed.data.home_page_url),
    entries: feed.data.items.slice(0, MAX_ENTRIES).map((item, index) => {
      begin(index + 1)
      return jsonEntry(item)
    }),
  }
}

function jsonEntry(raw: unknown): Entry {
  const item = JsonItem.safeParse(raw).data
  if (item === undefined) return { content: '', images: [], categories: [] }
  const pictures = (item.attachments ?? [])
    .flatMap((each) => Attachment.safeParse(each).data ?? [])
    .filter(
      (attachment) =>
        attachment.mime_type?.startsWith('image/') ?? /\.(?:jpe?g|png|webp|gif|avif)(?:[?#]|$)/i.test(attachment.url),
    )
  return entryOf({
    ...(item.id === null || item.id === undefined ? {} : { id: String(item.id) }),
    ...given('link', item.url || item.external_url),
    ...given('title', item.title),
    content: item.content_html || escapeText(item.content_text || item.summary || ''),
    images: [...(item.image ? [item.image] : []), ...pictures.map((picture) => picture.url)],
    categories: (item.tags ?? []).filter((tag) => typeof tag === 'string'),
  })
}

/** `content_text` is plain text, so its markup characters are escaped. */
function escapeText(plain: string): string {
  return plain.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/\n/g, '<br>')
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/** An object with the field, or without it if it is null, undefined or empty. */
function given<K extends string>(key: K, value: string | null | undefined): { [key in K]?: string } {
  return value ? ({ [key]: value } as { [key in K]?: string }) : {}
}
