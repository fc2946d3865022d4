/**
 * What Google's sign-in window needs: the loader, as Firebase asks for it, and the files that the loader asks for. Other
 * scripts of that host run what their address tells them to. The pages' policy names the same paths (`server/http/headers.ts`).
 */
const GOOGLE_LOADER = /^https:\/\/apis\.google\.com\/js\/api\.js(\?onload=__iframefcb\d{1,6})?$/
const GOOGLE_LOADED = /^https:\/\/apis\.google\.com\/_\/scs\/[\w\-=,./@]+(\?[\w\-=,.&]*)?$/

/**
 * Whether a script is one that Google's sign-in window needs. Only addresses in their shortest form: with dots that lead
 * elsewhere, or escapes that a server may read otherwise than a browser, none is.
 */
export const isGoogleSignInScript = (url: string): boolean =>
  GOOGLE_LOADER.test(url) || (GOOGLE_LOADED.test(url) && new URL(url).href === url)
