import { parseFeed } from '@rowanmanning/feed-parser'
import * as z from 'zod/mini'
import { storableText } from '../../../contract/text.ts'

/** One entry as its feed gives it, before anything is read out of it. */
export type Entry = {
  readonly id?: string
  /** As written, perhaps relative. */
  readonly link?: string
  /** May hold entities and tags. */
  readonly title?: string
  /** HTML or plain text. */
  readonly content: string
  readonly images: readonly string[]
  readonly categories: readonly string[]
}

/** `fault`: why it is not a feed. `captcha`: a page that asks whether we are human. */
export type ReadFeed =
  | { readonly kind: 'feed'; readonly homePage?: string; readonly entries: readonly Entry[] }
  | { readonly kind: 'captcha' }
  | { readonly kind: 'fault'; readonly fault: string }

/** Newest entries come first; what a feed drags behind them is older than any poll. */
const MAX_ENTRIES = 500

/**
 * Reads RSS, RDF, Atom and JSON Feed 1 / 1.1.
 * @param begin is called with the number of each entry, from 1, before it is read.
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
  return asksForHumans ? { kind: 'captcha' } : { kind: 'fault', fault: 'a web page came in place of the feed' }
}

function readXmlFeed(text: string, begin: (entry: number) => void): ReadFeed {
  // The parser would close what a cut connection left open, and half an entry would pass for a whole one.
  if (!ROOT_END.test(withoutTrailingComments(text.slice(-MAX_TRAILER_CHARS)))) {
    return { kind: 'fault', fault: 'the feed has no end, or is none' }
  }
  try {
    const feed = parseFeed(firstEntriesOf(text))
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

function xmlEntry(item: ReturnType<typeof parseFeed>['items'][number]): Entry {
  return entryOf({
    ...given('id', item.id),
    ...given('link', item.url),
    ...given('title', item.title),
    content: item.content ?? item.description ?? '',
    images: [...item.mediaImages.map((media) => media.image ?? media.url), ...(item.image === null ? [] : [item.image.url])],
    categories: item.categories.map((category) => category.label ?? category.term),
  })
}

const ROOT_END = /<\/(?:rss|feed|(?:[\w-]+:)?rdf)\s*>$/i
/** How far before the end of the text the root element may end; comments and white space may follow it. */
const MAX_TRAILER_CHARS = 2000

function withoutTrailingComments(trailer: string): string {
  let text = trailer.trimEnd()
  while (text.endsWith('-->')) {
    const start = text.lastIndexOf('<!--')
    if (start < 0) return text
    text = text.slice(0, start).trimEnd()
  }
  return text
}

/** The start of an entry, or of a comment or CDATA section, which is skipped as a whole: its text may look like an entry. */
const ENTRY_OR_OPAQUE = /<(?:(item|entry)(?=[\s>/])|!--|!\[CDATA\[)/gi
const OPAQUE_ENDS: Readonly<Record<string, string>> = { '<!--': '-->', '<![cdata[': ']]>' }

/**
 * The document without the entries after the first `MAX_ENTRIES`. The parser's cost is quadratic in the number of entries, so
 * they are cut before it reads the text.
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

/** The place behind the closing tag of the last entry, or behind its only tag. */
function endOfLastEntry(text: string): number {
  const lower = text.toLowerCase()
  const ends = ['item', 'entry'].flatMap((name) => [lower.lastIndexOf(`</${name}`), lower.lastIndexOf(`<${name}`)])
  return text.indexOf('>', Math.max(...ends)) + 1
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

const text = z.optional(z.nullable(z.string()))
const Attachment = z.object({ url: z.string(), mime_type: text })

// https://www.jsonfeed.org/version/1.1/; version 1 differs in `author` alone, which we do not read.
const JsonFeed = z.object({
  version: z.string().check(z.regex(/^https?:\/\/(?:www\.)?jsonfeed\.org\/version\/1(?:\.1)?$/)),
  home_page_url: text,
  items: z.array(z.unknown()),
})
const JsonItem = z.object({
  id: z.optional(z.nullable(z.union([z.string(), z.number()]))),
  url: text,
  external_url: text,
  title: text,
  content_html: text,
  content_text: text,
  summary: text,
  image: text,
  attachments: z.optional(z.nullable(z.array(z.unknown()))),
  tags: z.optional(z.nullable(z.array(z.unknown()))),
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
    ...given('link', item.url ?? item.external_url),
    ...given('title', item.title),
    content: item.content_html ?? escapeText(item.content_text ?? item.summary ?? ''),
    images: [...(item.image ? [item.image] : []), ...pictures.map((picture) => picture.url)],
    categories: (item.tags ?? []).filter((tag) => typeof tag === 'string'),
  })
}

/** `content_text` is plain: what looks like a tag in it is none. */
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

/** An object with the field, or without it when it is null, undefined or empty. */
function given<K extends string>(key: K, value: string | null | undefined): { [key in K]?: string } {
  return value ? ({ [key]: value } as { [key in K]?: string }) : {}
}
