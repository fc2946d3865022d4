import { isbot } from 'isbot'

/** Whether the visitor says to be a bot. Pages that are rendered ahead know no visitor. */
export const isBotVisit = (): boolean => typeof navigator !== 'undefined' && !import.meta.env.SSR && isbot(navigator.userAgent)
