import type { Tx } from '../../database/pool.ts'
import { BATCH_REASONS, planTime } from '../../delivery/schedule.ts'
import type { Clock } from '../../runtime/clock.ts'
import { listHeld, postponeDelivery } from '../../store/deliveries.ts'
import { logUserEvents } from '../../store/logs.ts'
import { loadNotificationSettings } from '../../store/notificationSettings.ts'
import type { Queue } from '../queue.ts'

/**
 * Reschedules a user's held deliveries in the transaction that changes the settings: after quiet hours or a digest are switched
 * off, alerts do not wait for their end. Only moves them earlier; a delivery that has to wait longer is held again when it is
 * due.
 */
export async function rescheduleHeld({ queue, clock }: { queue: Queue; clock: Clock }, tx: Tx, userId: string): Promise<void> {
  const settings = (await loadNotificationSettings(tx, [userId])).get(userId)?.settings
  if (!settings) return
  const now = clock.now()
  for (const row of await listHeld(tx, userId, BATCH_REASONS)) {
    const { holdReason, event, channel, target, id } = row
    if (event === 'ended' || holdReason === null || holdReason === 'unwanted' || holdReason === 'shownElsewhere') continue
    const { dueAt } = holdReason === 'cap' ? { dueAt: now } : planTime(channel, { kind: event }, settings, now)
    if (dueAt >= row.dueAt || !(await postponeDelivery(tx, id, { hold: holdReason }, dueAt))) continue
    await queue.enqueue(tx, channel, [{ deliveryId: id, userId, target, dueAt }])
    await logUserEvents(tx, [{ userId, kind: 'delivery', subject: id }])
  }
}
