/** How far into a document its XML declaration may say how it is written. */
const DECLARATION_BYTES = 200

const BYTE_ORDER_MARKS: readonly (readonly [charset: string, bytes: readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16be', [0xfe, 0xff]],
  ['utf-16le', [0xff, 0xfe]],
]

/**
 * A document's text: by its byte order mark, else by the charset that HTTP names, else by its XML declaration, else UTF-8.
 * Undefined when that charset is unknown or the bytes are not written in it: guessing would put wrong letters into titles.
 */
export function decodeDocument(body: Uint8Array, contentType: string | null): string | undefined {
  const charset = markedCharset(body) ?? httpCharset(contentType) ?? declaredCharset(body) ?? 'utf-8'
  try {
    return new TextDecoder(charset, { fatal: true }).decode(body)
  } catch {
    return undefined
  }
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
