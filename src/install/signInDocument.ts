/**
 * The pages with the Google button. Only documents that were loaded for one of them may load Google's scripts: a document's
 * policy is that of its first address, wherever the app goes from there. So the app enters them with a new document.
 */
const SIGN_IN_PATHS: readonly string[] = ['/login', '/register']

/** Whether a page, its path as written in English, has to be entered with a new document. */
export const needsOwnDocument = (path: string): boolean => SIGN_IN_PATHS.includes(path)

const MARK = 'data-sign-in'

/** What a page at this address, as rendered ahead by the server that sends the policy, says of itself. */
export const documentMark = (path: string): string => (needsOwnDocument(path) ? ` ${MARK}` : '')

/** Whether this document may load Google's scripts. The page that the worker keeps for times without a network may not. */
export const isSignInDocument = (): boolean => document.documentElement.hasAttribute(MARK)

/** Whether a new document can be had: from the network, or from the worker. */
export const canLoadDocument = (): boolean => navigator.onLine || Boolean(navigator.serviceWorker?.controller)
