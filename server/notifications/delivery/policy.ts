import type { Match } from '../../../contract/match.ts'
import type { AttemptStatus, Channel, HoldReason, NotificationSettings, WaitReason } from '../../../contract/notifications.ts'
import { HOUR_MS } from '../../../contract/time.ts'
import type { Lane } from '../../database/schema.ts'
import type { DeliveryRow, Schedule } from '../../store/deliveries.ts'
import type { ClaimRules } from '../../store/deliveryQueue.ts'
import { type AlertFilter, concernedFilters } from '../alerts/plan.ts'
import { BATCH_REASONS, isBatched, quietEnd, retryPauseMs } from '../alerts/schedule.ts'
import type { Alert, SendResult } from '../channels/channel.ts'
import { TRAITS } from '../channels/registry.ts'
import { BACKLOG_RANK } from './lanes.ts'

/*
 * When and whether a claimed message is sent: which deliveries form a message, what holds them, which are still wanted, and what
 * follows an answer. Pure functions of the deliveries and their user's settings.
 */

/** Which deliveries of a channel form one message. */
export function claimRules(channel: Channel): Pick<ClaimRules, 'batchReasons' | 'maxBatch' | 'maxAlerts' | 'isSerial'> {
  const { maxBatch, maxAlerts, isSerial } = TRAITS[channel]
  return { batchReasons: BATCH_REASONS, maxBatch, maxAlerts, isSerial }
}

/** Whether the message is a batch: it says why its alerts were held, and how many auctions ended meanwhile. */
export const isBatch = ({ batchingDisabled, holdReason }: DeliveryRow): boolean => isBatched(holdReason) && !batchingDisabled

/** The user's hourly cap on the messages of this channel; 0: none. */
export const hourlyCap = (channel: Channel, { maxPerHour }: NotificationSettings): number =>
  TRAITS[channel].isForHumans ? maxPerHour : 0

/** The deliveries of a claim by what the clock says. */
export type TimeDecision = { expired: DeliveryRow[]; held: Schedule[]; due: DeliveryRow[] }

/**
 * Decides by expiry, quiet hours and hourly cap.
 * @param sent when this target was sent messages within the last hour, oldest first; with a cap only
 * @param isTakenOver its deliveries were in one message already, and stay together
 */
export function decideTime(
  rows: readonly DeliveryRow[],
  { settings, sent, isTakenOver }: { settings: NotificationSettings; sent: readonly Date[]; isTakenOver: boolean },
  now: Date,
): TimeDecision {
  const expired = rows.filter(({ expiresAt }) => expiresAt <= now)
  const live = rows.filter(({ expiresAt }) => expiresAt > now)
  const [first] = live
  if (!first) return { expired, held: [], due: [] }
  const quietUntil = quietEnd(first.channel, settings, now)
  if (quietUntil > now) return { expired, held: live.map((row) => heldUntil(row, 'quietHours', quietUntil)), due: [] }
  const cap = hourlyCap(first.channel, settings)
  if (cap === 0) return { expired, held: [], due: live }
  const room = cap - sent.length
  const isTogether = isBatch(first) || isTakenOver
  const count = room < 1 ? 0 : isTogether ? live.length : room
  const due = live.slice(0, count)
  const counted = [...sent, ...due.map(() => now)]
  const nextRoom = new Date((counted.at(-cap) ?? now).getTime() + HOUR_MS)
  return { expired, held: live.slice(count).map((row) => heldUntil(row, 'cap', nextRoom)), due }
}

/** Held by the user's settings. It is checked again when it is due, also after its expiry. */
export function heldUntil({ id }: Pick<DeliveryRow, 'id'>, reason: HoldReason, dueAt: Date): Schedule {
  return { id, reason, dueAt, lane: laneOf(reason), rank: 0 }
}

/** The lane of a delivery that is held for this reason, or due at once. */
export const laneOf = (reason: HoldReason | null): Lane => (isBatched(reason) ? 'later' : 'now')

/** Waits for the next attempt. The wait is cut off at the expiry, when it is claimed a last time and expires. */
export function waitingUntil(
  { id, expiresAt }: Pick<DeliveryRow, 'id' | 'expiresAt'>,
  reason: WaitReason | null,
  at: Date,
): Schedule {
  const rank = reason === 'channelPaused' ? BACKLOG_RANK : 0
  return { id, reason, dueAt: at < expiresAt ? at : expiresAt, lane: 'later', rank }
}

export function hasEnded({ auction }: Match, now: Date): boolean {
  return auction.status !== 'active' || (auction.endsAt !== undefined && Date.parse(auction.endsAt) <= now.getTime())
}

/** Whether the alert still says something new, and one of its filters still alerts on this channel. */
export function isWanted(
  { kind, match, from, to }: Alert,
  channel: Channel,
  filters: readonly AlertFilter[],
  settings: NotificationSettings,
  now: Date,
): boolean {
  // The bids that raised the price were retracted.
  if (from && to && from.amount === to.amount && from.currency === to.currency) return false
  return concernedFilters({ kind, price: match.auction.price, filters }, channel, settings, now).length > 0
}

const IS_FINAL: Record<AttemptStatus, boolean> = {
  accepted: true,
  dead: true,
  rejected: true,
  // Our own credentials were refused. The target is not at fault, so the delivery waits until an operator has fixed them.
  misconfigured: false,
  retry: false,
  throttled: false,
}

/** The reason shown for the wait after an attempt; `retry` after other failures. */
const WAIT_REASON: { [Status in AttemptStatus]?: WaitReason } = { throttled: 'throttled', misconfigured: 'channelPaused' }

/** What follows an answer: the message ends, or is sent again; `split`: each of its deliveries alone. */
export type AnswerDecision = 'accept' | 'fail' | 'split' | 'retry'

/** A message of several alerts that is refused is split, so that one faulty alert does not affect the others. */
export function decideAnswer(status: AttemptStatus, alerts: number): AnswerDecision {
  if (status === 'accepted') return 'accept'
  if (status === 'rejected' && alerts > 1) return 'split'
  return IS_FINAL[status] ? 'fail' : 'retry'
}

/**
 * The next attempt of a message's deliveries, all at the same time, so that they stay together.
 * @param attempts attempts so far, at least 1
 * @param random in [0, 1)
 */
export function nextAttempt(
  rows: readonly DeliveryRow[],
  { status, retryAfterMs }: SendResult,
  { attempts, random, now }: { attempts: number; random: number; now: Date },
): Schedule[] {
  const at = new Date(now.getTime() + retryPauseMs(attempts, retryAfterMs, random))
  return rows.map((row) => waitingUntil(row, WAIT_REASON[status] ?? 'retry', at))
}
