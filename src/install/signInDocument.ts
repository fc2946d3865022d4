import { SIGN_IN_ROUTES } from '../../contract/routes.ts'

/**
 * Whether navigating to a page (its English path) has to load a new document: only documents loaded at a sign-in page may load
 * Google's scripts, because a document keeps the content security policy of its initial URL.
 */
export const needsOwnDocument = (path: string): boolean => (SIGN_IN_ROUTES as readonly string[]).includes(path)

const MARK = 'data-sign-in'

/** The attribute that marks a prerendered page at this path as having that policy. */
export const documentMark = (path: string): string => (needsOwnDocument(path) ? ` ${MARK}` : '')

/** Whether this document may load Google's scripts. The worker's offline page may not. */
export const isSignInDocument = (): boolean => document.documentElement.hasAttribute(MARK)

/** Whether a new document can be loaded, from the network or the worker. */
export const canLoadDocument = (): boolean => navigator.onLine || Boolean(navigator.serviceWorker?.controller)
