import type { Channel, HoldReason, WaitReason } from '../../../contract/notifications.ts'
import { HOUR_MS, SECOND_MS } from '../../../contract/time.ts'
import type { Clock } from '../../clock.ts'
import type { Db, Tx } from '../../database/pool.ts'
import { MAX_DISCORD_ALERTS } from '../../delivery/messages/discord.ts'
import { GATHERED, isForPeople, isGathered, quietEnd } from '../../delivery/schedule.ts'
import * as claims from '../../store/claims.ts'
import * as deliveries from '../../store/deliveries.ts'
import { addMissed, setMessage } from '../../store/digests.ts'
import { logUserEvents } from '../../store/logs.ts'
import { loadNotificationSettings } from '../../store/notificationSettings.ts'
import { BACKLOG_RANK, type Lane } from '../lanes.ts'
import { type Queue, type RunningSendJob, StillRunning } from '../queue.ts'

/** Alerts in one digest or batch; the rest follow in the next. Mails list each. */
const MAX_GATHERED: Record<Channel, number> = { email: 50, discord: 500, webPush: 500, webhook: 1 }

/** While a webhook is being called, what waits for it looks again after this, unless it has been taken along. */
const BUSY_PAUSE_MS = 2 * SECOND_MS

type Row = deliveries.DeliveryRow

/**
 * What a job has to send now: its delivery, and behind it what was gathered with it, or waits for the same Discord
 * webhook. Nothing when the job is out of date, when the delivery has expired, or when it has to wait: for the end of
 * the quiet hours, or until the cap of an hour leaves room again. What waits for either is gathered from then on.
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
  const cap = isForPeople(channel) ? settings.maxPerHour : 0
  const gathers = isGathered(holdReason) && !alone
  const quietUntil = quietEnd(channel, settings, clock.now())
  const isSimple = !gathers && channel !== 'discord' && cap === 0 && quietUntil <= clock.now()
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
    // One message at a time to a webhook: each answer says whether there may be another.
    if (channel === 'discord' && (await claims.isTargetBusy(tx, row))) {
      const startAt = new Date(now.getTime() + BUSY_PAUSE_MS)
      // Companions of an earlier run are postponed one by one: the next message may not include this one.
      const left = await claims.claimBatch(tx, row, { limit: 0, now, gathers, reasons: GATHERED })
      const rows = [row, ...left]
      for (const one of rows) await deliveries.postponeDelivery(tx, one.id, { wait: 'throttled' }, one.dueAt)
      const jobs = rows.map(({ id, userId, dueAt, target }) => ({ deliveryId: id, userId, dueAt, target, startAt }))
      await queue.enqueue(tx, channel, jobs)
      return []
    }
    const told =
      cap === 0
        ? []
        : await deliveries.listSentSince(tx, row, { since: new Date(now.getTime() - HOUR_MS), now, reasons: GATHERED })
    const room = cap === 0 ? Number.POSITIVE_INFINITY : cap - told.length
    const most = alone ? 1 : gathers ? MAX_GATHERED[channel] : channel === 'discord' ? Math.min(MAX_DISCORD_ALERTS, room) : 1
    const companions = await claims.claimBatch(tx, row, {
      ...{ limit: Math.max(most - 1, 0), now },
      ...{ gathers, reasons: GATHERED },
    })
    if (row.expiresAt <= now) {
      await settle(tx, [row], 'expired', now)
      for (const one of companions) await postpone(queue, tx, one, { wait: one.waitReason }, now)
      return []
    }
    const rows = [row, ...companions]
    const nextRoom = told.at(-cap)
    if (quietUntil > now) for (const one of rows) await postpone(queue, tx, one, { hold: 'quietHours' }, quietUntil)
    else if (room < 1 && nextRoom)
      for (const one of rows) await postpone(queue, tx, one, { hold: 'cap' }, new Date(nextRoom.getTime() + HOUR_MS))
    else return inOneMessage(tx, rows, gathers)
    return []
  })
}

async function inOneMessage(tx: Tx, rows: Row[], gathers: boolean): Promise<Row[]> {
  const [first] = rows
  if (!first || (rows.length === 1 && !gathers)) return rows
  const messageId = await setMessage(tx, rows)
  if (gathers) await addMissed(tx, first, messageId, GATHERED)
  return rows.map((row) => ({ ...row, messageId }))
}

/** Ends deliveries: nothing is sent of them any more. */
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

/** Moves claimed deliveries to another lane's queue, without a try and with the same due time. */
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
 * Plans a delivery anew: the row and its job change together. A wait ends at the expiry, with a last job that notes that
 * it is over; what is held is looked at when its time comes.
 */
export async function postpone(
  queue: Queue,
  tx: Tx,
  row: Row,
  reason: { hold: HoldReason } | { wait: WaitReason | null },
  at: Date,
): Promise<void> {
  const dueAt = 'hold' in reason || at < row.expiresAt ? at : row.expiresAt
  const lane = 'wait' in reason || isGathered(reason.hold) ? 'later' : 'now'
  const rank = 'wait' in reason && reason.wait === 'channelPaused' ? BACKLOG_RANK : 0
  if (await deliveries.postponeDelivery(tx, row.id, reason, dueAt))
    await queue.enqueue(tx, row.channel, [{ deliveryId: row.id, userId: row.userId, dueAt, target: row.target, lane, rank }])
}
