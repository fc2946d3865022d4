import type { NotificationSettings } from '../../../contract/notifications.ts'
import type { AlertKind } from '../../../contract/vocabulary/kinds.ts'

/** The colours of an event's name, as in the app (`src/components/tokens.css`). */
const TONES = {
  accent: '#0b5d51',
  fresh: '#1d4ed8',
  ending: '#b42318',
} as const
export type Tone = keyof typeof TONES

/** Everything in which the kinds of events differ, besides their texts (`messages/texts.ts`) and what causes them. */
export type AlertEvent = {
  /** The `type` of its webhook calls. */
  webhookType: `match.${string}`
  tone: Tone
  /** The setting that switches it on for pushes. */
  pushSwitch: keyof NotificationSettings['webPush'] & `notify${string}`
  /** It is sent at once, also where alerts are collected in a digest. */
  isUrgent: boolean
  /** It is not sent while the price exceeds the filter's limit. */
  hasPriceLimit: boolean
}

export const EVENTS: Readonly<Record<AlertKind, AlertEvent>> = {
  newMatch: {
    webhookType: 'match.created',
    tone: 'accent',
    pushSwitch: 'notifyNewMatches',
    isUrgent: false,
    hasPriceLimit: false,
  },
  priceChange: {
    webhookType: 'match.priceChanged',
    tone: 'fresh',
    pushSwitch: 'notifyPriceChanges',
    isUrgent: false,
    hasPriceLimit: true,
  },
  endingSoon: {
    webhookType: 'match.endingSoon',
    tone: 'ending',
    pushSwitch: 'notifyEndingSoon',
    isUrgent: true,
    hasPriceLimit: true,
  },
}

/** The colour of an event's name, as `#rrggbb`. */
export const colorOf = (kind: AlertKind): string => TONES[EVENTS[kind].tone]
