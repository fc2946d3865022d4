import { type RawBuilder, sql } from 'kysely'
import type { DeliveryStatus } from '../../contract/notifications.ts'

type Transitions = Readonly<Partial<Record<DeliveryStatus, DeliveryStatus>>>

/**
 * The state machine of a delivery: by event, the states it applies to and the state that follows. An event that arrives in any
 * other state changes nothing. A new delivery is `waiting` when it is due at once, otherwise `held`.
 */
export const TRANSITIONS = {
  /** A sender takes it, with the deliveries of the same message. */
  claim: { held: 'sending', waiting: 'sending' },
  /** Another sender takes over the message of one that ended without an outcome. */
  takeOver: { sending: 'sending' },
  /** The user's settings hold it. */
  hold: { sending: 'held' },
  /** A held one becomes due earlier: the settings changed, or the push that it waited for has failed. */
  advance: { held: 'held' },
  /** It waits for the next attempt, for room in another lane, or for its provider. */
  wait: { sending: 'waiting' },
  /** The provider accepted it. True even when it comes late, after another sender took the message over. */
  accept: {
    ...{ held: 'accepted', waiting: 'accepted', sending: 'accepted', failed: 'accepted', expired: 'accepted' },
    ...{ shown: 'shown', opened: 'opened' },
  },
  /** The provider refused it for good. */
  fail: { sending: 'failed' },
  /** It is too late, or no longer wanted. */
  expire: { sending: 'expired' },
  /** The device reports it as shown, which may come before the push service's answer. */
  show: {
    ...{ held: 'shown', waiting: 'shown', sending: 'shown', accepted: 'shown', failed: 'shown', expired: 'shown' },
    ...{ shown: 'shown', opened: 'opened' },
  },
  /** The device reports it as opened. */
  open: {
    ...{ held: 'opened', waiting: 'opened', sending: 'opened', accepted: 'opened', failed: 'opened', expired: 'opened' },
    ...{ shown: 'opened', opened: 'opened' },
  },
  /** Its user sends it again. */
  resend: { accepted: 'waiting', failed: 'waiting', expired: 'waiting' },
  /** The report that its target is dead is no longer believed. */
  restore: { failed: 'waiting' },
} as const satisfies Readonly<Record<string, Transitions>>

export type DeliveryEvent = keyof typeof TRANSITIONS

/** The states that an event applies to. */
export const statesOf = (event: DeliveryEvent): DeliveryStatus[] => Object.keys(TRANSITIONS[event]) as DeliveryStatus[]

/** SQL: whether the event applies to the row's state. Literals, so that partial indexes can serve it. */
export const isApplicable = (event: DeliveryEvent): RawBuilder<boolean> =>
  sql<boolean>`delivery.status in (${sql.join(statesOf(event).map((state) => sql.lit(state)))})`

/** SQL: the state that follows. */
export function nextState(event: DeliveryEvent): RawBuilder<DeliveryStatus> {
  const cases = Object.entries(TRANSITIONS[event]).map(([from, to]) => sql`when ${sql.lit(from)} then ${sql.lit(to)}`)
  return sql<DeliveryStatus>`case delivery.status ${sql.join(cases, sql` `)} end`
}
