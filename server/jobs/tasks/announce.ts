import { Channel } from '../../../contract/notifications.ts'
import { loadRecipients } from '../../account/recipients.ts'
import type { Tx } from '../../database/pool.ts'
import { type AlertDraft, planDeliveries } from '../../delivery/plan.ts'
import type { SecretBox } from '../../secrets.ts'
import { saveDeliveries } from '../../store/deliveries.ts'
import { logUserEvents } from '../../store/logs.ts'
import type { Queue } from '../queue.ts'

/** Turns alerts into deliveries and their send jobs, in the caller's transaction. */
export async function announce(
  tx: Tx,
  parts: { queue: Queue; secrets: SecretBox },
  alerts: readonly AlertDraft[],
  now: Date,
): Promise<void> {
  const recipients = await loadRecipients(tx, parts.secrets, [...new Set(alerts.map((alert) => alert.userId))])
  const drafts = alerts.flatMap((alert) => {
    const recipient = recipients.get(alert.userId)
    return recipient ? planDeliveries(alert, recipient, now) : []
  })
  const saved = await saveDeliveries(tx, drafts, now)
  for (const channel of Channel.options) {
    await parts.queue.enqueue(
      tx,
      channel,
      saved
        .filter((delivery) => delivery.channel === channel)
        .map((delivery) => ({ deliveryId: delivery.id, target: delivery.target, dueAt: delivery.dueAt })),
    )
  }
  await logUserEvents(
    tx,
    saved.map((delivery) => ({ userId: delivery.userId, kind: 'delivery', subject: delivery.id })),
  )
}
