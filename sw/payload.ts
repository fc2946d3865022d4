import * as z from 'zod/mini'
import { PushPayload } from '../contract/push.ts'

// The content security policy forbids eval, which zod would try once to compile its parsers.
z.config({ jitless: true })

/** Parses the content of a push; undefined if it is invalid. */
export const parsePayload = (value: unknown): PushPayload | undefined => PushPayload.safeParse(value).data

/** Marks messages as Declarative Web Push. */
const DECLARATIVE = 8030

/** A notification of Declarative Web Push, as Safari stores it or passes it to the worker. Our own fields are in its `data`. */
type Declared = { title?: unknown; body?: unknown; lang?: unknown; data?: unknown }
type PushBody = { data?: { payload?: unknown }; web_push?: unknown; notification?: Declared }

/**
 * The payload of a push: plain web push, wrapped by FCM, or declarative for Safari, which passes either the message or
 * (`proposed`) the notification that it would show itself.
 */
export function payloadOf(message: unknown, proposed?: Declared): PushPayload | undefined {
  const { data, web_push, notification } = (message ?? {}) as PushBody
  const declared = web_push === DECLARATIVE ? notification : proposed
  if (declared) return fromDeclared(declared)
  return parsePayload(typeof data?.payload === 'string' ? JSON.parse(data.payload) : message)
}

const fromDeclared = ({ title, body, lang, data }: Declared) =>
  parsePayload({ ...(data as object | undefined), title, body, locale: lang })
