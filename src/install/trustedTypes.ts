import type { TrustedScriptURL, TrustedTypePolicy, TrustedTypePolicyFactory } from 'trusted-types/lib'
import { isGoogleSignInScript } from './googleScripts.ts'

const WORKER_PATH = '/sw.js'

const factory = (globalThis as { trustedTypes?: TrustedTypePolicyFactory }).trustedTypes

let policy: Pick<TrustedTypePolicy, 'createScriptURL'> | undefined

/**
 * The content security policy requires Trusted Types for scripts. Two are allowed: our own worker, through a named policy,
 * and the script for Google's sign-in window, through the default policy, because Firebase loads it itself.
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

/** The worker's URL as a trusted script URL. */
export const workerUrl = (): string | TrustedScriptURL => policy?.createScriptURL(WORKER_PATH) ?? WORKER_PATH
