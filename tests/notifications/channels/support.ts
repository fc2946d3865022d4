import { onTestFinished } from 'vitest'
import { createOutbound, type Outbound } from '../../../server/outbound/fetch.ts'

/** Long enough for every answer on loopback that comes at all. */
const PATIENCE_MS = 400

/** The way out, with the senders' deadlines shortened for tests that wait for them to pass. */
export function impatientOutbound(now: () => number): Outbound {
  const outbound = createOutbound({ userAgent: 'Lotwatch-Test', now })
  onTestFinished(() => outbound.close())
  return { ...outbound, fetch: (url, request) => outbound.fetch(url, { ...request, deadlineMs: PATIENCE_MS }) }
}
