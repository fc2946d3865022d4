import type { AlertKind } from '../../contract/eventKind.ts'
import type { Filter, FilterNotify } from '../../contract/filter.ts'
import type { Money } from '../../contract/money.ts'
import { Channel, type NotificationSettings } from '../../contract/notifications.ts'
import type { DeliveryDraft } from '../store/deliveries.ts'
import { planTime } from './schedule.ts'

/** An event of a match that may be told, and the filters that it concerns. */
export type AlertDraft = {
  userId: string
  matchId: string
  kind: AlertKind
  /** What makes it one of its kind: the price it changed to, the step before the end. */
  occurrence: string
  filters: readonly Filter[]
  price?: Money | undefined
  endsAt?: Date | undefined
}

/** Whom an alert may reach, and where. */
export type Recipient = {
  settings: NotificationSettings
  targets: readonly { channel: Channel; target: string; label: string }[]
}

/** Whether this filter wants to hear of this event now. */
export function wantsAlert(filter: Filter, kind: AlertKind, price: Money | undefined, now: Date): boolean {
  const { notify } = filter
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

/** The deliveries of an alert: one for each target of each channel that the settings and at least one filter switch on. */
export function planDeliveries(alert: AlertDraft, recipient: Recipient, now: Date): DeliveryDraft[] {
  const filters = alert.filters.filter((filter) => wantsAlert(filter, alert.kind, alert.price, now))
  return Channel.options.flatMap((channel) => {
    const { settings } = recipient
    if (!settings[channel].enabled) return []
    if (channel === 'webPush' && !settings.webPush[WEB_PUSH_SWITCH[alert.kind]]) return []
    const concerned = filters.filter((filter) => filter.notify.channels[channel] ?? true)
    if (concerned.length === 0) return []
    const { dueAt, expiresAt } = planTime(channel, alert.kind, settings, alert.endsAt, now)
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
        dueAt,
        expiresAt,
      }))
  })
}
