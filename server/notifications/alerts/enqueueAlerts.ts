import type { Channel } from '../../../contract/notifications.ts'
import type { Tx } from '../../database/pool.ts'
import type { Logger } from '../../runtime/log.ts'
import { countWaiting, saveDeliveries } from '../../store/deliveries.ts'
import { logUserEvents } from '../../store/logs.ts'
import { lockPendingChanges, type MergedChange, savePendingChanges } from '../../store/pendingChanges.ts'
import type { Channels } from '../channels/channel.ts'
import { createRanking } from '../delivery/lanes.ts'
import { laneOf } from '../delivery/policy.ts'
import { loadRecipients } from '../recipients.ts'
import { type AlertDraft, type PlannedDelivery, planDeliveries } from './plan.ts'
import { mergedDueAt } from './priceRange.ts'

type Planned = { alert: AlertDraft; draft: PlannedDelivery }

/**
 * Turns alerts into deliveries, in the caller's transaction.
 * @returns the channels with deliveries that are due at once: the caller wakes their senders after the commit
 */
export async function enqueueAlerts(
  tx: Tx,
  deps: { channels: Channels; log: Logger },
  alerts: readonly AlertDraft[],
  now: Date,
): Promise<Channel[]> {
  const recipients = await loadRecipients(tx, deps.channels, [...new Set(alerts.map((alert) => alert.userId))], now, deps.log)
  const planned = alerts.flatMap((alert): Planned[] => {
    const recipient = recipients.get(alert.userId)
    return recipient ? planDeliveries(alert, recipient, now).map((draft) => ({ alert, draft })) : []
  })
  const backlog = await countWaiting(tx, [...new Set(planned.map(({ draft }) => draft.userId))])
  const { merged, left } = await mergeChanges(tx, planned, now)
  const rankings = new Map<Channel, (userId: string) => number>()
  const rankOf = ({ channel, userId }: PlannedDelivery) => {
    const ranking = rankings.get(channel) ?? createRanking((user) => backlog.get(`${user} ${channel}`) ?? 0)
    rankings.set(channel, ranking)
    return ranking(userId)
  }
  const drafts = left.map((draft) => ({ ...draft, rank: rankOf(draft), lane: laneOf(draft.reason ?? null) }))
  const saved = await saveDeliveries(tx, drafts, now)
  await logUserEvents(
    tx,
    [...merged, ...saved].map((delivery) => ({ userId: delivery.userId, kind: 'delivery', subject: delivery.id })),
  )
  const due = drafts.filter(({ dueAt, lane }) => dueAt <= now && lane === 'now')
  return [...new Set(due.map((draft) => draft.channel))]
}

const keyOf = ({ matchId, channel, target }: { matchId: string; channel: string; target: string }) =>
  `${matchId} ${channel} ${target}`

type Merged = MergedChange & { userId: string }

/**
 * Merges price changes into pending deliveries of the same match and target, which may move their due time. `left`: the drafts
 * that were not merged.
 */
async function mergeChanges(
  tx: Tx,
  planned: readonly Planned[],
  now: Date,
): Promise<{ merged: Merged[]; left: PlannedDelivery[] }> {
  const changes = planned.filter(({ alert }) => alert.change)
  const rows = await lockPendingChanges(
    tx,
    changes.map(({ draft }) => draft),
  )
  const pendingOf = new Map(rows.map((row) => [keyOf(row), row]))
  const merged: Merged[] = []
  const left: PlannedDelivery[] = []
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
    merged.push({ ...draft, id, from, dueAt: until })
  }
  await savePendingChanges(tx, merged)
  return { merged, left }
}
