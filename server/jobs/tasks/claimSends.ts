import type { Channel, HoldReason, WaitReason } from '../../../contract/notifications.ts'
import { HOUR_MS, SECOND_MS } from '../../../contract/time.ts'
import type { Db, Tx } from '../../database/pool.ts'
import { MAX_DISCORD_ALERTS } from '../../delivery/messages/discord.ts'
import { BATCH_REASONS, isBatched, isForHumans, quietEnd } from '../../delivery/schedule.ts'
import type { Clock } from '../../runtime/clock.ts'
import * as claims from '../../store/claims.ts'
import * as deliveries from '../../store/deliveries.ts'
import { addMissed, setMessage } from '../../store/digests.ts'
import { logUserEvents } from '../../store/logs.ts'
import { loadNotificationSettings } from '../../store/notificationSettings.ts'
import { BACKLOG_RANK, type Lane } from '../lanes.ts'
import { type Queue, type RunningSendJob, StillRunning } from '../queue.ts'

/** Alerts in one digest or batch; the rest follow in the next. A mail shows each alert, so it holds fewer. */
const MAX_BATCH: Record<Channel, number> = { email: 50, discord: 500, webPush: 500, webhook: 1 }

/** While a webhook is called, jobs for the same webhook are retried after this, unless their deliveries were included. */
const BUSY_PAUSE_MS = 2 * SECOND_MS

type Row = deliveries.DeliveryRow

/**
 * Claims what a job sends now: its delivery, and with it the deliveries of the same batch or for the same Discord webhook. Empty
 * when the job is outdated, the delivery has expired, or it has to wait for the end of quiet hours or for room under the hourly
 * cap. From then on it is part of a batch.
 */
export async function claimSends(
  { db, clock, queue, process }: { db: Db; clock: Clock; queue: Queue; process: () => string },
  { id, deliveryId, dueAt, isRepeat }: RunningSendJob,
): Promise<Row[]> {
  const planned = await deliveries.findDeliveryRow(db, deliveryId)
  if (isRepeat && planned && (await claims.isSentElsewhere(db, deliveryId, id))) throw new StillRunning()
  const claim = { id: deliveryId, dueAt, jobId: id, process: process() }
  const settings = planned && (await loadNotificationSettings(db, [planned.userId])).get(planned.userId)?.settings
  if (!settings) return []
  const { channel, alone, holdReason, status } = planned
  const cap = isForHumans(channel) ? settings.maxPerHour : 0
  const isBatch = isBatched(holdReason) && !alone
  const quietUntil = quietEnd(channel, settings, clock.now())
  const isSimple = !isBatch && channel !== 'discord' && cap === 0 && quietUntil <= clock.now()
  if (isSimple && status !== 'sending') {
    const row = await claims.claimDelivery(db, claim)
    if (row && row.expiresAt > clock.now()) return [row]
    if (row) await db.transaction().execute((tx) => settle(tx, [row], 'expired', clock.now()))
    return []
  }
  return db.transaction().execute(async (tx) => {
    await deliveries.lockDeliveriesOf(tx, planned.userId)
    const row = await claims.claimDelivery(tx, claim)
    if (!row) return []
    const now = clock.now()
    // Discord: one message at a time per webhook, because each answer says whether another one is allowed.
    if (channel === 'discord' && (await claims.isTargetBusy(tx, row))) {
      const startAt = new Date(now.getTime() + BUSY_PAUSE_MS)
      // Companions of an earlier run are postponed one by one: the next message may not include this one.
      const left = await claims.claimBatch(tx, row, { limit: 0, now, isBatch, reasons: BATCH_REASONS })
      const rows = [row, ...left]
      for (const one of rows) await deliveries.postponeDelivery(tx, one.id, { wait: 'throttled' }, one.dueAt)
      const jobs = rows.map(({ id, userId, dueAt, target }) => ({ deliveryId: id, userId, dueAt, target, startAt }))
      await queue.enqueue(tx, channel, jobs)
      return []
    }
    const sent =
      cap === 0
        ? []
        : await deliveries.listSentSince(tx, row, { since: new Date(now.getTime() - HOUR_MS), now, reasons: BATCH_REASONS })
    const room = cap === 0 ? Number.POSITIVE_INFINITY : cap - sent.length
    const limit = alone ? 1 : isBatch ? MAX_BATCH[channel] : channel === 'discord' ? Math.min(MAX_DISCORD_ALERTS, room) : 1
    const companions = await claims.claimBatch(tx, row, {
      ...{ limit: Math.max(limit - 1, 0), now },
      ...{ isBatch, reasons: BATCH_REASONS },
    })
    if (row.expiresAt <= now) {
      await settle(tx, [row], 'expired', now)
      for (const one of companions) await postpone(queue, tx, one, { wait: one.waitReason }, now)
      return []
    }
    const rows = [row, ...companions]
    const nextRoom = sent.at(-cap)
    if (quietUntil > now) for (const one of rows) await postpone(queue, tx, one, { hold: 'quietHours' }, quietUntil)
    else if (room < 1 && nextRoom)
      for (const one of rows) await postpone(queue, tx, one, { hold: 'cap' }, new Date(nextRoom.getTime() + HOUR_MS))
    else return inOneMessage(tx, rows, isBatch)
    return []
  })
}

async function inOneMessage(tx: Tx, rows: Row[], isBatch: boolean): Promise<Row[]> {
  const [first] = rows
  if (!first || (rows.length === 1 && !isBatch)) return rows
  const messageId = await setMessage(tx, rows)
  if (isBatch) await addMissed(tx, first, messageId, BATCH_REASONS)
  return rows.map((row) => ({ ...row, messageId }))
}

/** Ends deliveries that will not be sent. */
export async function settle(
  tx: Tx,
  rows: readonly Row[],
  status: 'expired' | 'failed',
  at: Date,
  reason?: Row['holdReason'],
): Promise<void> {
  if (rows.length === 0) return
  const ids = rows.map((row) => row.id)
  await deliveries.setDeliveryStatus(tx, ids, status, at, reason)
  await logUserEvents(
    tx,
    rows.map((row) => ({ userId: row.userId, kind: 'delivery', subject: row.id })),
  )
}

/** Moves claimed deliveries to the queue of another lane, without an attempt and with the same due time. */
export async function moveToLane(
  queue: Queue,
  tx: Tx,
  rows: readonly Row[],
  { lane, rank }: { lane: Lane; rank: number },
): Promise<void> {
  for (const row of rows) {
    if (!(await deliveries.postponeDelivery(tx, row.id, { wait: row.waitReason }, row.dueAt))) continue
    const { id, userId, dueAt, target } = row
    await queue.enqueue(tx, row.channel, [{ deliveryId: id, userId, dueAt, target, lane, rank }])
  }
}

/**
 * Reschedules a delivery: the row and its job change together. A wait is cut off at the expiry, with a last job that marks the
 * delivery as expired. A held delivery is checked when it is due.
 */
export async function postpone(
  queue: Queue,
  tx: Tx,
  row: Row,
  reason: { hold: HoldReason } | { wait: WaitReason | null },
  at: Date,
): Promise<void> {
  const dueAt = 'hold' in reason || at < row.expiresAt ? at : row.expiresAt
  const lane = 'wait' in reason || isBatched(reason.hold) ? 'later' : 'now'
  const rank = 'wait' in reason && reason.wait === 'channelPaused' ? BACKLOG_RANK : 0
  if (await deliveries.postponeDelivery(tx, row.id, reason, dueAt))
    await queue.enqueue(tx, row.channel, [{ deliveryId: row.id, userId: row.userId, dueAt, target: row.target, lane, rank }])
}
