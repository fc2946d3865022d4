import { decode } from 'html-entities'
import { storableText } from '../../../contract/text.ts'
import { tagsOf } from './htmlTags.ts'

/** Elements whose content is not shown. */
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
/** Elements that end a line. */
// biome-ignore format: a list
const BREAKING: ReadonlySet<string> = new Set([
  'address', 'article', 'aside', 'blockquote', 'br', 'dd', 'div', 'dl', 'dt', 'figcaption', 'figure', 'footer', 'form', 'h1', 'h2', 'h3', 'h4',
  'h5', 'h6', 'header', 'hr', 'li', 'main', 'nav', 'ol', 'p', 'pre', 'section', 'table', 'tbody', 'td', 'th', 'thead', 'tr', 'ul',
])
/**
 * Converts an HTML fragment to lines of text: without tags, entities decoded, no empty lines, well-formed. No-break spaces are
 * kept, because they group digits. The result is plain text and may contain `<`: escape it before use in HTML.
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

/** On one line, with ordinary spaces. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it takes away
const CONTROLS = /[\u0000-\u0008\u000e-\u001f\u007f\u200b\u2060\ufeff]/g

/** The image URLs in a fragment, in order, unresolved. */
export function pictureSources(fragment: string): string[] {
  const sources: string[] = []
  for (const { name, closes, start, end } of tagsOf(fragment)) {
    if (name !== 'img' || closes) continue
    const source = /\ssrc\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(fragment.slice(start, end))
    if (source !== null) sources.push(decode(source[1] ?? source[2] ?? ''))
  }
  return sources
}
