import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../contract/time.ts'
import type { Clock } from '../../clock.ts'
import type { Db, Tx } from '../../database/pool.ts'
import { MAX_DISCORD_ALERTS } from '../../delivery/messages/discord.ts'
import * as deliveries from '../../store/deliveries.ts'
import { logUserEvents } from '../../store/logs.ts'
import { loadNotificationSettings } from '../../store/notificationSettings.ts'
import type { Queue, RunningSendJob } from '../queue.ts'

/** So many alerts stand in one digest; the rest follow in the next message. */
const MAX_DIGEST_ALERTS = 50
/** When an hour's cap is reached, this is how long an alert waits before it asks again. */
const CAP_PAUSE_MS = 5 * MINUTE_MS

/** While a webhook is being called, what waits for it looks again after this, unless it has been taken along. */
const BUSY_PAUSE_MS = 2 * SECOND_MS

type Row = deliveries.DeliveryRow

/**
 * What a job has to send now: its delivery, and behind it those that come along in the same digest, or that wait for the
 * same Discord webhook. Nothing when the job
 * is out of date, when the delivery has expired, or when the user's cap puts it off.
 */
export async function claimSends(
  { db, clock, queue }: { db: Db; clock: Clock; queue: Queue },
  { id, deliveryId, dueAt }: RunningSendJob,
): Promise<Row[]> {
  const planned = await deliveries.findDeliveryRow(db, deliveryId)
  const settings = planned && (await loadNotificationSettings(db, [planned.userId])).get(planned.userId)?.settings
  if (!settings) return []
  const isDigest = planned.channel === 'email' && settings.email.frequency !== 'instant' && planned.event !== 'endingSoon'
  const cap = settings.maxPerHour
  const most = isDigest ? MAX_DIGEST_ALERTS : planned.channel === 'discord' ? MAX_DISCORD_ALERTS : 1
  if (most === 1 && cap === 0 && planned.status !== 'sending') {
    const row = await deliveries.claimDelivery(db, deliveryId, dueAt, id)
    if (row && row.expiresAt > clock.now()) return [row]
    if (row) await db.transaction().execute((tx) => settle(tx, [row], 'expired', clock.now()))
    return []
  }
  return db.transaction().execute(async (tx) => {
    await deliveries.lockDeliveriesOf(tx, planned.userId)
    const row = await deliveries.claimDelivery(tx, deliveryId, dueAt, id)
    if (!row) return []
    const now = clock.now()
    // One message at a time to a webhook: each answer says whether there may be another.
    if (row.channel === 'discord' && (await deliveries.isTargetBusy(tx, row))) {
      await deliveries.postponeDelivery(tx, row.id, 'waiting', row.dueAt)
      const startAt = new Date(now.getTime() + BUSY_PAUSE_MS)
      await queue.enqueue(tx, row.channel, [{ deliveryId: row.id, dueAt: row.dueAt, target: row.target, startAt }])
      return []
    }
    const anHourAgo = new Date(now.getTime() - HOUR_MS)
    const sent = cap === 0 ? 0 : await deliveries.countSentSince(tx, row.userId, anHourAgo, row.id)
    // A digest is one message to its reader, however much is in it.
    const room = row.alone ? 1 : isDigest || cap === 0 ? most : Math.min(most, cap - sent)
    const companions = await deliveries.claimCompanions(tx, row, { limit: Math.max(room - 1, 0), now })
    if (row.expiresAt <= now) {
      await settle(tx, [row], 'expired', now)
      for (const one of companions) await postpone(queue, tx, one, 'waiting', now)
      return []
    }
    const rows = [row, ...companions]
    if (cap === 0 || sent < cap) return rows
    for (const one of rows) await postpone(queue, tx, one, 'held', new Date(now.getTime() + CAP_PAUSE_MS))
    return []
  })
}

/** Ends deliveries: nothing is sent of them any more. */
export async function settle(tx: Tx, rows: readonly Row[], status: 'expired' | 'failed', at: Date): Promise<void> {
  const ids = rows.map((row) => row.id)
  await deliveries.setDeliveryStatus(tx, ids, status, at)
  await logUserEvents(
    tx,
    rows.map((row) => ({ userId: row.userId, kind: 'delivery', subject: row.id })),
  )
}

/** Plans the next try: the row and its job change together. At the expiry there is one last job, which notes that it is over. */
export async function postpone(queue: Queue, tx: Tx, row: Row, status: 'held' | 'waiting', at: Date): Promise<void> {
  const dueAt = at < row.expiresAt ? at : row.expiresAt
  if (await deliveries.postponeDelivery(tx, row.id, status, dueAt))
    await queue.enqueue(tx, row.channel, [{ deliveryId: row.id, dueAt, target: row.target }])
}
