import { isbot } from 'isbot'

/** Whether the user agent identifies itself as a bot. Always false for prerendered pages. */
export const isBotVisit = (): boolean => typeof navigator !== 'undefined' && !import.meta.env.SSR && isbot(navigator.userAgent)
