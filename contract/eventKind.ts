import * as z from 'zod/mini'

export const EventKind = z.enum(['newMatch', 'priceChange', 'endingSoon', 'ended'])
export type EventKind = z.infer<typeof EventKind>

/** The events that can be told; the end of an auction only shows in the inbox. */
export const AlertKind = z.enum(['newMatch', 'priceChange', 'endingSoon'])
export type AlertKind = z.infer<typeof AlertKind>
