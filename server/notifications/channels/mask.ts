import { MASK } from '../../../contract/notifications.ts'

const SHOWN_TAIL = 4

/** The visible end of a secret URL: enough to tell two apart, too little to call it. */
export const tailOf = (url: string): string => url.slice(-SHOWN_TAIL)

/** The masked secret with its visible end. */
export const maskedTail = (url: string): string => `${MASK}${tailOf(url)}`
