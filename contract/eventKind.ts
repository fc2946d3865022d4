import * as z from 'zod/mini'

export const EventKind = z.enum(['newMatch', 'priceChange', 'endingSoon', 'ended'])
export type EventKind = z.infer<typeof EventKind>

/** Events that cause alerts. The end of an auction shows only in the inbox. */
export const AlertKind = z.enum(['newMatch', 'priceChange', 'endingSoon'])
export type AlertKind = z.infer<typeof AlertKind>
