import { decode } from 'html-entities'

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
const TAG = /<(?:!--[\s\S]*?(?:-->|$)|(\/?)([a-z][a-z0-9]*)(?:[^<>"']|"[^"]*"|'[^']*')*(?:>|$)|[!?][^>]*(?:>|$))/gi

/**
 * The text of an HTML fragment as lines: tags gone, entities decoded, no empty lines. No-break spaces stay, since numbers are grouped by
 * them. What comes out is plain text and may hold `<`: whoever puts it into a page escapes it.
 */
export function plainText(fragment: string): string {
  let text = ''
  let from = 0
  let silentUntil: string | undefined
  for (const match of fragment.matchAll(TAG)) {
    if (silentUntil === undefined) text += fragment.slice(from, match.index)
    from = match.index + match[0].length
    const name = match[2]?.toLowerCase()
    if (name === undefined) continue
    const closes = match[1] === '/'
    if (silentUntil !== undefined) {
      if (closes && name === silentUntil) silentUntil = undefined
      continue
    }
    if (BREAKING.has(name)) text += '\n'
    else if (!closes && SILENT.has(name) && !match[0].endsWith('/>')) silentUntil = name
  }
  if (silentUntil === undefined) text += fragment.slice(from)
  return decode(text)
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

/** The addresses of the pictures of a fragment, in order, as they are written there. */
export function pictureSources(fragment: string): string[] {
  const sources: string[] = []
  for (const [tag] of fragment.matchAll(/<img\s(?:[^<>"']|"[^"]*"|'[^']*')*>/gi)) {
    const source = /\ssrc\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(tag)
    if (source !== null) sources.push(decode(source[1] ?? source[2] ?? ''))
  }
  return sources
}
