import { SESSION_ABSOLUTE_MS, SESSION_IDLE_MS } from '../limits.ts'

/** When a session expires that is used now and not again. */
export function sessionEnd(createdAt: Date, now: Date): Date {
  return new Date(Math.min(now.getTime() + SESSION_IDLE_MS, createdAt.getTime() + SESSION_ABSOLUTE_MS))
}
