/**
 * The pages with the Google button. Only documents loaded at one of them may load Google's scripts: a document keeps the
 * content security policy of its initial URL. So navigation to them loads a new document.
 */
const SIGN_IN_PATHS: readonly string[] = ['/login', '/register']

/** Whether navigating to a page (its English path) has to load a new document. */
export const needsOwnDocument = (path: string): boolean => SIGN_IN_PATHS.includes(path)

const MARK = 'data-sign-in'

/** The attribute that marks a prerendered page at this path as having that policy. */
export const documentMark = (path: string): string => (needsOwnDocument(path) ? ` ${MARK}` : '')

/** Whether this document may load Google's scripts. The worker's offline page may not. */
export const isSignInDocument = (): boolean => document.documentElement.hasAttribute(MARK)

/** Whether a new document can be loaded, from the network or the worker. */
export const canLoadDocument = (): boolean => navigator.onLine || Boolean(navigator.serviceWorker?.controller)
