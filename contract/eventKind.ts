import * as z from 'zod/mini'
import { ALERT_KINDS, EVENT_KINDS } from './vocabulary/kinds.ts'

export const EventKind = z.enum(EVENT_KINDS)
export type EventKind = z.infer<typeof EventKind>

export const AlertKind = z.enum(ALERT_KINDS)
export type AlertKind = z.infer<typeof AlertKind>
