import type { Tx } from '../../database/pool.ts'
import type { Clock } from '../../runtime/clock.ts'
import { listHeld, type Schedule, schedule } from '../../store/deliveries.ts'
import { logUserEvents } from '../../store/logs.ts'
import { loadNotificationSettings } from '../../store/notificationSettings.ts'
import { BATCH_REASONS, planTime } from '../alerts/schedule.ts'
import { heldUntil } from './policy.ts'

/**
 * Reschedules a user's held deliveries in the transaction that changes the settings: after quiet hours or a digest are switched
 * off, alerts do not wait for their end. Only moves them earlier; a delivery that has to wait longer is held again when it is
 * due.
 */
export async function rescheduleHeld({ clock }: { clock: Clock }, tx: Tx, userId: string): Promise<void> {
  const settings = (await loadNotificationSettings(tx, [userId])).get(userId)?.settings
  if (!settings) return
  const now = clock.now()
  const earlier = (await listHeld(tx, userId, BATCH_REASONS)).flatMap((row): Schedule[] => {
    const { holdReason, event, channel } = row
    if (event === 'ended' || holdReason === null || holdReason === 'unwanted' || holdReason === 'shownElsewhere') return []
    const { dueAt } = holdReason === 'cap' ? { dueAt: now } : planTime(channel, { kind: event }, settings, now)
    return dueAt < row.dueAt ? [heldUntil(row, holdReason, dueAt)] : []
  })
  const moved = await schedule(tx, 'advance', earlier)
  await logUserEvents(
    tx,
    moved.map(({ id }) => ({ userId, kind: 'delivery', subject: id })),
  )
}
