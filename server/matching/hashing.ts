/** FNV-1a over UTF-16 code units, 32 bits. Incremental, so that every prefix of a word is hashed on the way. */
export const HASH_SEED = 0x811c9dc5 | 0
const FNV_PRIME = 0x01000193

export function hashOn(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, FNV_PRIME)
}

/** The hash of a text. */
export function hashOf(text: string): number {
  let hash = HASH_SEED
  for (let at = 0; at < text.length; at++) hash = hashOn(hash, text.charCodeAt(at))
  return hash
}
