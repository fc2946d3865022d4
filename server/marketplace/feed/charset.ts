/** How far into a document its XML declaration may say how it is written. */
const DECLARATION_BYTES = 200

const BYTE_ORDER_MARKS: readonly (readonly [charset: string, bytes: readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16be', [0xfe, 0xff]],
  ['utf-16le', [0xff, 0xfe]],
]

/** Share of a document's characters that may be no UTF-8: up to there they are slips, beyond it the text is in another charset. */
const MAX_SLIPS_SHARE = 0.001
/** Some are forgiven in short documents too. */
const MIN_SLIPS = 3
/** What most documents are written in that name no charset and are not in UTF-8. */
const UNDECLARED = 'windows-1252'

/**
 * A document's text: by its byte order mark, else by the charset that HTTP names, else by its XML declaration, else UTF-8.
 * Of UTF-8, a few wrong bytes become U+FFFD; a document that names no charset and is not in UTF-8 is read as windows-1252.
 * Undefined when the charset is unknown or the bytes are not written in it: guessing would put wrong letters into titles.
 */
export function decodeDocument(body: Uint8Array, contentType: string | null): string | undefined {
  const named = markedCharset(body) ?? httpCharset(contentType) ?? declaredCharset(body)
  const text = decode(body, named ?? 'utf-8', true)
  if (text !== undefined || !isUtf8(named)) return text
  const mended = decode(body, 'utf-8', false) ?? ''
  const slips = countOf(mended, /\ufffd/g)
  if (named !== undefined) return slips <= Math.max(MIN_SLIPS, mended.length * MAX_SLIPS_SHARE) ? mended : undefined
  // Hardly any text in another charset holds whole characters of UTF-8.
  return slips < countOf(mended, /[\u0080-\ufffc]/g) ? mended : decode(body, UNDECLARED, false)
}

function decode(body: Uint8Array, charset: string, fatal: boolean): string | undefined {
  try {
    return new TextDecoder(charset, { fatal }).decode(body)
  } catch {
    return undefined
  }
}

const isUtf8 = (named: string | undefined) => named === undefined || /^utf-?8$/i.test(named)

function countOf(text: string, pattern: RegExp): number {
  let count = 0
  for (const _ of text.matchAll(pattern)) count++
  return count
}

function markedCharset(body: Uint8Array): string | undefined {
  return BYTE_ORDER_MARKS.find(([, bytes]) => bytes.every((byte, index) => body[index] === byte))?.[0]
}

function httpCharset(contentType: string | null): string | undefined {
  return /;\s*charset\s*=\s*"?([\w.:-]+)"?/i.exec(contentType ?? '')?.[1]
}

function declaredCharset(body: Uint8Array): string | undefined {
  const beginning = new TextDecoder('latin1').decode(body.subarray(0, DECLARATION_BYTES))
  return /^\s*<\?xml[^>]*?\sencoding\s*=\s*['"]([\w.:-]+)['"]/i.exec(beginning)?.[1]
}
