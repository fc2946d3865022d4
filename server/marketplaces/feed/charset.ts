/** How much of a document is searched for its XML declaration. */
const DECLARATION_BYTES = 200

const BYTE_ORDER_MARKS: readonly (readonly [charset: string, bytes: readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16be', [0xfe, 0xff]],
  ['utf-16le', [0xff, 0xfe]],
]

/** Up to this share of invalid characters they count as errors in UTF-8; beyond it the text is in another charset. */
const MAX_INVALID_SHARE = 0.001
/** Tolerated in short documents too. */
const MAX_INVALID_IN_SHORT = 3
/** The usual charset of documents that declare none and are not UTF-8. */
const UNDECLARED = 'windows-1252'

/**
 * Decodes a document: by its byte order mark, or else the charset of HTTP, or else its XML declaration, or else UTF-8. In UTF-8,
 * a few invalid bytes become U+FFFD. A document without a declared charset that is not UTF-8 is decoded as windows-1252.
 * @returns undefined when the charset is unknown or the bytes are invalid in it, because guessing would corrupt titles
 */
export function decodeDocument(body: Uint8Array, contentType: string | null): string | undefined {
  const named = markedCharset(body) ?? httpCharset(contentType) ?? declaredCharset(body)
  const text = decode(body, named ?? 'utf-8', true)
  if (text !== undefined || !isUtf8(named)) return text
  const replaced = decode(body, 'utf-8', false) ?? ''
  const invalid = countOf(replaced, /\ufffd/g)
  if (named !== undefined)
    return invalid <= Math.max(MAX_INVALID_IN_SHORT, replaced.length * MAX_INVALID_SHARE) ? replaced : undefined
  // Text in another charset hardly ever contains valid multi-byte UTF-8.
  return invalid < countOf(replaced, /[\u0080-\ufffc]/g) ? replaced : decode(body, UNDECLARED, false)
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
