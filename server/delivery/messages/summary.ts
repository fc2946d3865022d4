import type { AlertKind } from '../../../contract/eventKind.ts'
import { localizedPath } from '../../../contract/routes.ts'
import type { Alert, Message } from '../sender.ts'
import { TEXTS } from './texts.ts'

/** What stands over alerts that were gathered. */
export type Summary = {
  /** "7 alerts while it was quiet". */
  headline: string
  /** "4 new matches · 3 price changes · 2 ended meanwhile". */
  counts: string
  /** What ends first stands first. */
  alerts: readonly Alert[]
  /** Path of the inbox in the app, in the reader's language. */
  path: string
}

const KINDS: readonly AlertKind[] = ['newMatch', 'priceChange', 'endingSoon']

/** Nothing for an alert that stands for itself. */
export function summaryOf({ alerts, gathered, locale }: Message): Summary | undefined {
  if (!gathered || (alerts.length === 1 && gathered.missed === 0)) return undefined
  const texts = TEXTS[locale]
  const counts = KINDS.map((kind) => ({ kind, count: alerts.filter((alert) => alert.kind === kind).length }))
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => texts.counted[kind](count))
  return {
    headline: texts.gathered[gathered.reason](alerts.length),
    counts: [...counts, ...(gathered.missed > 0 ? [texts.missed(gathered.missed)] : [])].join(' · '),
    alerts: alerts.toSorted((a, b) => endOf(a) - endOf(b)),
    path: localizedPath(locale, '/auctions'),
  }
}

const endOf = ({ match }: Alert) => Date.parse(match.auction.endsAt ?? '') || Number.MAX_SAFE_INTEGER
