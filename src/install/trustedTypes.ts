import type { TrustedScriptURL, TrustedTypePolicy, TrustedTypePolicyFactory } from 'trusted-types/lib'
import { isGoogleSignInScript } from './googleScripts.ts'

export const WORKER_PATH = '/sw.js'

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
