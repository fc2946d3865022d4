import type { TrustedScriptURL, TrustedTypePolicy, TrustedTypePolicyFactory } from 'trusted-types/lib'

export const WORKER_PATH = '/sw.js'
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

const factory = (globalThis as { trustedTypes?: TrustedTypePolicyFactory }).trustedTypes

let policy: Pick<TrustedTypePolicy, 'createScriptURL'> | undefined

/**
 * The page's policy lets no string become a script. Two exceptions: our own worker, by name, and the script that Google's
 * sign-in window needs, which Firebase loads by itself and so has to pass by the default policy.
 */
export function createPolicies(): void {
  if (!factory) return
  policy = factory.createPolicy('app', { createScriptURL: (url) => allowed(url, url === WORKER_PATH) })
  factory.createPolicy('default', {
    createScriptURL: (url) => allowed(url, isGoogleSignInScript(url)),
  })
}

function allowed(url: string, isAllowed: boolean): string {
  if (!isAllowed) throw new TypeError(`No script may be loaded from ${url}`)
  return url
}

/** The worker's address in the form that the page's policy asks for. */
export const workerUrl = (): string | TrustedScriptURL => policy?.createScriptURL(WORKER_PATH) ?? WORKER_PATH
