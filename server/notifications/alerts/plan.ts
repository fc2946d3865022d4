import type { AlertKind } from '../../../contract/eventKind.ts'
import type { Filter, FilterNotify } from '../../../contract/filter.ts'
import type { Money } from '../../../contract/money.ts'
import { Channel, type NotificationSettings } from '../../../contract/notifications.ts'
import type { DeliveryDraft } from '../../store/deliveries.ts'
import type { ListedTarget } from '../channels/channel.ts'
import { TRAITS } from '../channels/registry.ts'
import { EVENTS } from '../events/registry.ts'
import { planFallback, planTime, type Timed } from './schedule.ts'

/** The fields of a filter that decide whether it alerts. */
export type AlertFilter = Pick<Filter, 'id' | 'enabled' | 'pausedByPlan' | 'snoozedUntil' | 'notify'>

/** An event of a match that may cause alerts, and the filters concerned. */
export type AlertDraft = Timed & {
  userId: string
  matchId: string
  /** What distinguishes it from other events of its kind: the new price, or the step before the end. */
  occurrence: string
  filters: readonly AlertFilter[]
  price?: Money | undefined
}

/** A user's notification settings and targets. */
export type Recipient = {
  settings: NotificationSettings
  /** A stale device gets alerts, but push first does not wait for it. */
  targets: readonly (ListedTarget & { channel: Channel })[]
}

/** Whether the filter alerts on this event now. */
export function wantsAlert(filter: AlertFilter, kind: AlertKind, price: Money | undefined, now: Date): boolean {
  const { notify } = filter
  if (!filter.enabled || filter.pausedByPlan) return false
  if (!notify.events[kind]) return false
  if (filter.snoozedUntil && Date.parse(filter.snoozedUntil) > now.getTime()) return false
  return !EVENTS[kind].hasPriceLimit || !isAboveLimit(notify, price)
}

function isAboveLimit({ maxPrice }: FilterNotify, price: Money | undefined): boolean {
  return maxPrice !== undefined && price !== undefined && price.currency === maxPrice.currency && price.amount > maxPrice.amount
}

/**
 * The filters that alert on this channel now. Checked when a delivery is planned and again before a held one is sent: the filter
 * may have been snoozed meanwhile, or the price may have exceeded its limit.
 */
export function concernedFilters(
  { kind, price, filters }: Pick<AlertDraft, 'kind' | 'price' | 'filters'>,
  channel: Channel,
  settings: NotificationSettings,
  now: Date,
): AlertFilter[] {
  if (!settings[channel].enabled) return []
  if (TRAITS[channel].wants?.(kind, settings) === false) return []
  return filters.filter((filter) => wantsAlert(filter, kind, price, now) && (filter.notify.channels[channel] ?? true))
}

/** A delivery before it has its place in the queue. */
export type PlannedDelivery = Omit<DeliveryDraft, 'lane' | 'rank'>

/** Channels that "push first" holds back while a push is tried, in this order. */
const FALLBACK_CHANNELS: readonly Channel[] = Channel.options
  .filter((channel) => TRAITS[channel].fallbackOrder !== undefined)
  .sort((a, b) => (TRAITS[a].fallbackOrder ?? 0) - (TRAITS[b].fallbackOrder ?? 0))

/** The deliveries of an alert: one per target of each channel that the settings and at least one filter enable. */
export function planDeliveries(alert: AlertDraft, recipient: Recipient, now: Date): PlannedDelivery[] {
  const { settings } = recipient
  const has = (channel: Channel) =>
    recipient.targets.some((target) => target.channel === channel) && concernedFilters(alert, channel, settings, now).length > 0
  const fallbacks =
    settings.pushFirst.enabled && has('webPush') && !planTime('webPush', alert, settings, now).reason
      ? FALLBACK_CHANNELS.filter(has)
      : []
  const isPushLikely = recipient.targets.some(({ channel, isStale }) => channel === 'webPush' && !isStale)
  return Channel.options.flatMap((channel) => {
    const concerned = concernedFilters(alert, channel, settings, now)
    if (concerned.length === 0) return []
    const planned = planTime(channel, alert, settings, now)
    const order = fallbacks.indexOf(channel)
    const time = order < 0 ? planned : planFallback(planned, alert, settings, isPushLikely ? order + 1 : order, now)
    return recipient.targets
      .filter((target) => target.channel === channel)
      .map(({ target, label }) => ({
        userId: alert.userId,
        matchId: alert.matchId,
        filterIds: concerned.map((filter) => filter.id),
        event: alert.kind,
        occurrence: alert.occurrence,
        channel,
        target,
        targetLabel: label,
        ...time,
      }))
  })
}
