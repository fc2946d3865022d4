/**
 * Truncates a text to `maxUnits` UTF-16 code units. Never splits a surrogate pair, which PostgreSQL refuses and UTF-8 cannot
 * encode.
 */
export function cutText(text: string, maxUnits: number): string {
  if (text.length <= maxUnits) return text
  const last = text.charCodeAt(maxUnits - 1)
  const isHalf = last >= 0xd800 && last <= 0xdbff
  return text.slice(0, isHalf ? maxUnits - 1 : maxUnits)
}

/** Replaces lone surrogates by U+FFFD and removes NUL, which PostgreSQL's text and jsonb cannot store. */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '')
}

/** Whether `storableText` leaves the text unchanged. */
export function isStorableText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}
