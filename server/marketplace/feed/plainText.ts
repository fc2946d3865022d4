import { decode } from 'html-entities'
import { cutText, storableText } from '../../../contract/text.ts'
import { tagsOf } from './htmlTags.ts'

/** Their content is never shown. */
const SILENT: ReadonlySet<string> = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'iframe',
  'svg',
  'head',
  'title',
  'object',
])
/** They end a line; everything else is part of one. */
// biome-ignore format: a list
const BREAKING: ReadonlySet<string> = new Set([
  'address', 'article', 'aside', 'blockquote', 'br', 'dd', 'div', 'dl', 'dt', 'figcaption', 'figure', 'footer', 'form', 'h1', 'h2', 'h3', 'h4',
  'h5', 'h6', 'header', 'hr', 'li', 'main', 'nav', 'ol', 'p', 'pre', 'section', 'table', 'tbody', 'td', 'th', 'thead', 'tr', 'ul',
])
/** How long a line that extractors read may be, in UTF-16 code units. */
const MAX_LINE_CHARS = 200
/** Marks the cut of a long line, so that extractors take the cut for neither the start nor the end of a line. */
const CONTINUED = '…'

/**
 * The text of an HTML fragment as lines: tags gone, entities decoded, no empty lines, well-formed. No-break spaces stay, since
 * numbers are grouped by them. What comes out is plain text and may hold `<`: escape it before it enters a page.
 */
export function plainText(fragment: string): string {
  const parts: string[] = []
  let from = 0
  let silentUntil: string | undefined
  for (const { name, closes, start, end } of tagsOf(fragment)) {
    if (silentUntil === undefined) parts.push(fragment.slice(from, start))
    from = end
    if (name === undefined) continue
    if (silentUntil !== undefined) {
      if (closes && name === silentUntil) silentUntil = undefined
      continue
    }
    if (BREAKING.has(name)) parts.push('\n')
    else if (!closes && SILENT.has(name) && !fragment.startsWith('/>', end - 2)) silentUntil = name
  }
  if (silentUntil === undefined) parts.push(fragment.slice(from))
  return storableText(decode(parts.join('')))
    .split(/[\r\n]+/)
    .map((line) =>
      line
        .replace(CONTROLS, '')
        .replace(/[ \t\f\v]+/g, ' ')
        .trim(),
    )
    .filter((line) => line !== '')
    .join('\n')
}

/**
 * The lines of a plain text as extractors read them: a long one in parts of at most `MAX_LINE_CHARS`, cut behind a clause where
 * there is one, else behind a word.
 */
export function shortLines(text: string): string[] {
  return text === '' ? [] : text.split('\n').flatMap(partsOfLine)
}

function partsOfLine(line: string): string[] {
  if (line.length <= MAX_LINE_CHARS) return [line]
  const parts: string[] = []
  let from = 0
  while (line.length - from > MAX_LINE_CHARS) {
    const room = cutText(line.slice(from, from + MAX_LINE_CHARS + 1), MAX_LINE_CHARS)
    const clause = Math.max(...['. ', ', ', '; ', '! ', '? ', '| '].map((end) => room.lastIndexOf(end) + 1))
    const length = [clause, room.lastIndexOf(' ')].find((end) => end > MAX_LINE_CHARS / 2) ?? room.length
    parts.push(`${from === 0 ? '' : CONTINUED}${line.slice(from, from + length)}${CONTINUED}`)
    from += length
  }
  return [...parts, CONTINUED + line.slice(from)]
}

/** On one line, with ordinary spaces. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it takes away
const CONTROLS = /[\u0000-\u0008\u000e-\u001f\u007f\u200b\u2060\ufeff]/g

/** The addresses of the pictures of a fragment, in order, as they are written there. */
export function pictureSources(fragment: string): string[] {
  const sources: string[] = []
  for (const { name, closes, start, end } of tagsOf(fragment)) {
    if (name !== 'img' || closes) continue
    const source = /\ssrc\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(fragment.slice(start, end))
    if (source !== null) sources.push(decode(source[1] ?? source[2] ?? ''))
  }
  return sources
}
