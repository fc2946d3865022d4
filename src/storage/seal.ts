/**
 * A record as this version of the app wrote it, with a checksum. What comes back byte for byte was parsed when it was
 * written and need not be parsed again: the first paint does without the parsers. Anything else (another version, the
 * worker, a damaged disk) is parsed.
 */
type Sealed = { sealed: string; sum: number; json: string }

/** Changes with every schema that records are made of; absent in the worker and in tests, which parse always. */
const VERSION: string | undefined = import.meta.env?.VITE_RECORDS_VERSION

export function seal(value: unknown): unknown {
  if (VERSION === undefined) return value
  const json = JSON.stringify(value)
  return { sealed: VERSION, sum: checksum(json), json } satisfies Sealed
}

/** A stored value, and whether it is known to be what was written. */
export function unseal(stored: unknown): { value: unknown; isTrusted: boolean } {
  if (!isSealed(stored)) return { value: stored, isTrusted: false }
  const isWhole = checksum(stored.json) === stored.sum
  return { value: parsedJson(stored.json), isTrusted: isWhole && stored.sealed === VERSION }
}

function isSealed(stored: unknown): stored is Sealed {
  return (
    typeof stored === 'object' && stored !== null && 'sealed' in stored && 'json' in stored && typeof stored.json === 'string'
  )
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const FNV_OFFSET = 0x811c9dc5
const FNV_PRIME = 0x01000193

/** FNV-1a over UTF-16 code units: it finds damage, not forgery: a script that can forge records can forge the page. */
function checksum(text: string): number {
  let hash = FNV_OFFSET
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), FNV_PRIME)
  return hash >>> 0
}
