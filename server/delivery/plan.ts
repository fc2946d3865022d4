import type { AlertKind } from '../../contract/eventKind.ts'
import type { Filter, FilterNotify } from '../../contract/filter.ts'
import type { Money } from '../../contract/money.ts'
import { Channel, type NotificationSettings } from '../../contract/notifications.ts'
import type { DeliveryDraft } from '../store/deliveries.ts'
import { planStandby, planTime, type Timed } from './schedule.ts'

/** What of a filter decides over its alerts. */
export type TellingFilter = Pick<Filter, 'id' | 'enabled' | 'pausedByPlan' | 'snoozedUntil' | 'notify'>

/** An event of a match that may be told, and the filters that it concerns. */
export type AlertDraft = Timed & {
  userId: string
  matchId: string
  /** What makes it one of its kind: the price it changed to, the step before the end. */
  occurrence: string
  filters: readonly TellingFilter[]
  price?: Money | undefined
}

/** Whom an alert may reach, and where. */
export type Recipient = {
  settings: NotificationSettings
  /** `isStale`: of a device without recent contact. It gets alerts, but push first does not wait for it. */
  targets: readonly { channel: Channel; target: string; label: string; isStale?: boolean }[]
}

/** Whether this filter wants to hear of this event now. */
export function wantsAlert(filter: TellingFilter, kind: AlertKind, price: Money | undefined, now: Date): boolean {
  const { notify } = filter
  if (!filter.enabled || filter.pausedByPlan) return false
  if (!notify.events[kind]) return false
  if (filter.snoozedUntil && Date.parse(filter.snoozedUntil) > now.getTime()) return false
  return kind === 'newMatch' || !isAboveLimit(notify, price)
}

function isAboveLimit({ maxPrice }: FilterNotify, price: Money | undefined): boolean {
  return maxPrice !== undefined && price !== undefined && price.currency === maxPrice.currency && price.amount > maxPrice.amount
}

const WEB_PUSH_SWITCH = {
  newMatch: 'notifyNewMatches',
  priceChange: 'notifyPriceChanges',
  endingSoon: 'notifyEndingSoon',
} as const

/**
 * The filters that want an event told on a channel now. Asked when it is planned, and again when what had to wait is
 * sent: meanwhile a filter may have been snoozed, or the price have passed its limit.
 */
export function concernedFilters(
  { kind, price, filters }: Pick<AlertDraft, 'kind' | 'price' | 'filters'>,
  channel: Channel,
  settings: NotificationSettings,
  now: Date,
): TellingFilter[] {
  if (!settings[channel].enabled) return []
  if (channel === 'webPush' && !settings.webPush[WEB_PUSH_SWITCH[kind]]) return []
  return filters.filter((filter) => wantsAlert(filter, kind, price, now) && (filter.notify.channels[channel] ?? true))
}

/** Channels that stand by while a push is tried, in the order of their turns. */
const STANDBY: readonly Channel[] = ['discord', 'email']

/** The deliveries of an alert: one for each target of each channel that the settings and at least one filter switch on. */
export function planDeliveries(alert: AlertDraft, recipient: Recipient, now: Date): DeliveryDraft[] {
  const { settings } = recipient
  const has = (channel: Channel) =>
    recipient.targets.some((target) => target.channel === channel) && concernedFilters(alert, channel, settings, now).length > 0
  const standby =
    settings.pushFirst.enabled && has('webPush') && !planTime('webPush', alert, settings, now).reason ? STANDBY.filter(has) : []
  const isPushLikely = recipient.targets.some(({ channel, isStale }) => channel === 'webPush' && !isStale)
  return Channel.options.flatMap((channel) => {
    const concerned = concernedFilters(alert, channel, settings, now)
    if (concerned.length === 0) return []
    const planned = planTime(channel, alert, settings, now)
    const place = standby.indexOf(channel)
    const time = place < 0 ? planned : planStandby(planned, alert, settings, isPushLikely ? place + 1 : place, now)
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
