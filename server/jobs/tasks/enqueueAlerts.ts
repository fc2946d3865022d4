import { Channel } from '../../../contract/notifications.ts'
import { loadRecipients } from '../../accounts/recipients.ts'
import type { Tx } from '../../database/pool.ts'
import { type AlertDraft, planDeliveries } from '../../delivery/plan.ts'
import { mergedDueAt } from '../../delivery/priceRange.ts'
import { isBatched } from '../../delivery/schedule.ts'
import type { Logger } from '../../runtime/log.ts'
import type { SecretBox } from '../../runtime/secrets.ts'
import { countWaiting, type DeliveryDraft, saveDeliveries } from '../../store/deliveries.ts'
import { logUserEvents } from '../../store/logs.ts'
import { lockPendingChanges, type MergedChange, savePendingChanges } from '../../store/pendingChanges.ts'
import { createRanking } from '../lanes.ts'
import type { Queue } from '../queue.ts'

type Planned = { alert: AlertDraft; draft: DeliveryDraft }
type Ready = Pick<DeliveryDraft, 'userId' | 'channel' | 'target' | 'dueAt'> & { id: string; holdReason?: string | null }

/** Turns alerts into deliveries and send jobs, in the caller's transaction. */
export async function enqueueAlerts(
  tx: Tx,
  deps: { queue: Queue; secrets: SecretBox; log: Logger },
  alerts: readonly AlertDraft[],
  now: Date,
): Promise<void> {
  const recipients = await loadRecipients(tx, deps.secrets, [...new Set(alerts.map((alert) => alert.userId))], now, deps.log)
  const planned = alerts.flatMap((alert): Planned[] => {
    const recipient = recipients.get(alert.userId)
    return recipient ? planDeliveries(alert, recipient, now).map((draft) => ({ alert, draft })) : []
  })
  const backlog = await countWaiting(tx, [...new Set(planned.map(({ draft }) => draft.userId))])
  const { merged, moved, left } = await mergeChanges(tx, planned, now)
  const saved = await saveDeliveries(tx, left, now)
  const ready = [...moved, ...saved]
  for (const channel of Channel.options) {
    const rankOf = createRanking((userId) => backlog.get(`${userId} ${channel}`) ?? 0)
    await deps.queue.enqueue(
      tx,
      channel,
      ready
        .filter((delivery) => delivery.channel === channel)
        .map(({ id, userId, target, dueAt, holdReason = null }) => {
          const lane = isBatched(holdReason) ? 'later' : 'now'
          return { deliveryId: id, userId, target, dueAt, rank: rankOf(userId), lane }
        }),
    )
  }
  await logUserEvents(
    tx,
    [...merged, ...saved].map((delivery) => ({ userId: delivery.userId, kind: 'delivery', subject: delivery.id })),
  )
}

const keyOf = ({ matchId, channel, target }: { matchId: string; channel: string; target: string }) =>
  `${matchId} ${channel} ${target}`

/**
 * Merges price changes into pending deliveries of the same match and target, which may move their due time. `left`: the drafts
 * that were not merged.
 */
async function mergeChanges(
  tx: Tx,
  planned: readonly Planned[],
  now: Date,
): Promise<{ merged: Ready[]; moved: Ready[]; left: DeliveryDraft[] }> {
  const changes = planned.filter(({ alert }) => alert.change)
  const rows = await lockPendingChanges(
    tx,
    changes.map(({ draft }) => draft),
  )
  const pendingOf = new Map(rows.map((row) => [keyOf(row), row]))
  const merged: (MergedChange & Ready)[] = []
  const moved: Ready[] = []
  const left: DeliveryDraft[] = []
  for (const { alert, draft } of planned) {
    const pending = alert.change && pendingOf.get(keyOf(draft))
    if (!alert.change || !pending) {
      left.push(draft)
      continue
    }
    const { id, dueAt, queuedAt, holdReason } = pending
    const from = pending.from ?? undefined
    const until = mergedDueAt(
      { from, dueAt, queuedAt, isBidding: holdReason === 'bidding' },
      { to: alert.change.to, endsAt: alert.endsAt },
      now,
    )
    const change = { ...draft, id, from, dueAt: until, holdReason }
    merged.push(change)
    if (until.getTime() !== dueAt.getTime()) moved.push(change)
  }
  await savePendingChanges(tx, merged)
  return { merged, moved, left }
}
