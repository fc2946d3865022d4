/**
 * The beginning of a text, at most `maxUnits` UTF-16 code units. Never ends in half of a surrogate pair, which
 * PostgreSQL refuses and UTF-8 cannot encode.
 */
export function cutText(text: string, maxUnits: number): string {
  if (text.length <= maxUnits) return text
  const last = text.charCodeAt(maxUnits - 1)
  const isHalf = last >= 0xd800 && last <= 0xdbff
  return text.slice(0, isHalf ? maxUnits - 1 : maxUnits)
}

/** The text with U+FFFD in place of lone surrogates and without NUL: what PostgreSQL's text and jsonb can hold. */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '')
}

/** Whether `storableText` would leave the text as it is. */
export function isStorableText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}
