/** Tracking parameters, which do not select content. Ids, pages and searches are kept. */
// biome-ignore format: a list
const TRACKING: ReadonlySet<string> = new Set([
  'gclid', 'gclsrc', 'dclid', 'gbraid', 'wbraid', 'fbclid', 'msclkid', 'yclid', 'twclid', 'ttclid', 'igshid', 'li_fat_id', 'mc_cid', 'mc_eid',
  '_ga', '_gl', '_hsenc', '_hsmi', 'mkt_tok', 'vero_id', 'oly_anon_id', 'oly_enc_id', 'spm', 'awc', '_trkparms', '_trksid', 'mkevt', 'mkcid',
  'mkrid', 'campid', 'toolid',
])
const TRACKING_PREFIXES = ['utm_', 'pk_', 'mtm_', 'wt_', 'hsa_']

/**
 * Removes tracking parameters from a URL, resolved against `base`; the rest is unchanged.
 * @returns undefined when it cannot be resolved
 */
export function cleanUrl(text: string, base: string | undefined): string | undefined {
  const url = URL.parse(text.trim(), base)
  if (url === null) return undefined
  if (url.hash === '#.image' || url.hash.startsWith('#:~:')) url.hash = ''
  if (url.search !== '') {
    // Not through URLSearchParams: it would re-encode every parameter and break signed URLs.
    const kept = url.search
      .slice(1)
      .split('&')
      .filter((pair) => !isTracking(pair.split('=')[0] ?? ''))
    url.search = kept.join('&')
  }
  return url.href
}

function isTracking(name: string): boolean {
  const lower = name.toLowerCase()
  return TRACKING.has(lower) || TRACKING_PREFIXES.some((prefix) => lower.startsWith(prefix))
}
