/**
 * The scripts that Google's sign-in window needs: the loader, as Firebase requests it, and the files that the loader requests.
 * Other scripts of that host execute code from their URL. The content security policy allows the same paths
 * (`server/http/headers.ts`).
 */
const GOOGLE_LOADER = /^https:\/\/apis\.google\.com\/js\/api\.js(\?onload=__iframefcb\d{1,6})?$/
const GOOGLE_LOADED = /^https:\/\/apis\.google\.com\/_\/scs\/[\w\-=,./@]+(\?[\w\-=,.&]*)?$/

/**
 * Whether Google's sign-in window needs this script. Accepts only normalised URLs: none with dot segments, or with escapes
 * that a server may decode differently from a browser.
 */
export const isGoogleSignInScript = (url: string): boolean =>
  GOOGLE_LOADER.test(url) || (GOOGLE_LOADED.test(url) && new URL(url).href === url)
