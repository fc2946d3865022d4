/**
 * A record with a checksum and the version of the app that wrote it. An unchanged record of the same version was validated
 * when written and is not parsed again, so that the first paint does without the parsers. Any other record (from another
 * version, from the worker, damaged) is parsed.
 */
type Sealed = { sealed: string; sum: number; json: string }

/** Changes with the schemas of records. Absent in the worker and in tests, which always parse. */
const VERSION: string | undefined = import.meta.env?.VITE_RECORDS_VERSION

export function seal(value: unknown): unknown {
  if (VERSION === undefined) return value
  const json = JSON.stringify(value)
  return { sealed: VERSION, sum: checksum(json), json } satisfies Sealed
}

/** A stored value, and whether it is as this version wrote it. */
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

/** FNV-1a over UTF-16 code units. Detects damage, not forgery: a script that can forge records can already control the page. */
function checksum(text: string): number {
  let hash = FNV_OFFSET
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), FNV_PRIME)
  return hash >>> 0
}
