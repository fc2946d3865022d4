import { localizedPath } from '../../../contract/routes.ts'
import { ALERT_KINDS } from '../../../contract/vocabulary/kinds.ts'
import type { Alert, Message } from '../channels/channel.ts'
import { TEXTS } from './texts.ts'

/** The summary of alerts that are sent together. */
export type Summary = {
  /** "7 alerts from your quiet hours". */
  headline: string
  /** "4 new matches · 3 price changes · 2 ended meanwhile". */
  counts: string
  /** In the order of their ends. */
  alerts: readonly Alert[]
  /** Path of the inbox in the app, in the reader's language. */
  path: string
}

/** Nothing for a single alert. */
export function summaryOf({ alerts, batch, locale }: Message): Summary | undefined {
  if (!batch || (alerts.length === 1 && batch.missed === 0)) return undefined
  const texts = TEXTS[locale]
  const counts = ALERT_KINDS.map((kind) => ({ kind, count: alerts.filter((alert) => alert.kind === kind).length }))
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => texts.events[kind].counted(count))
  return {
    headline: texts.batched[batch.reason](alerts.length),
    counts: [...counts, ...(batch.missed > 0 ? [texts.missed(batch.missed)] : [])].join(' · '),
    alerts: alerts.toSorted((a, b) => endOf(a) - endOf(b)),
    path: localizedPath(locale, '/auctions'),
  }
}

const endOf = ({ match }: Alert) => Date.parse(match.auction.endsAt ?? '') || Number.MAX_SAFE_INTEGER
