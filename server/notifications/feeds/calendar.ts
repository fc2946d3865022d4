import ical, { escape as escapeText, ICalAlarmType, ICalEventStatus, ICalEventTransparency } from 'ical-generator'
import type { Filter } from '../../../contract/filter.ts'
import { MINUTE_MS, SECOND_MS } from '../../../contract/time.ts'
import type { End } from '../../store/ends.ts'
import { wantsAlert } from '../alerts/plan.ts'
import { oneLine } from '../messages/describe.ts'
import { TEXTS } from '../messages/texts.ts'
import { describeMatch, type FeedSource, factsOf, updatedAt } from './entry.ts'

/** The refresh interval suggested to calendar programs; late bids move ends. */
const REFRESH_SECONDS = (15 * MINUTE_MS) / SECOND_MS
const SECONDS_PER_MINUTE = MINUTE_MS / SECOND_MS

/**
 * The ends of matched auctions as a calendar (RFC 5545, with RFC 7986's name and refresh interval). The match's id identifies
 * its event; the sequence rises when the end moves. Alarms are the reminder steps of the filters that alert now.
 */
export function endsCalendar(ends: readonly End[], filters: ReadonlyMap<string, Filter>, source: FeedSource, now: Date): string {
  const { filterName, locale } = source
  const calendar = ical({
    prodId: { company: 'Lotwatch', product: 'Ends', language: locale.toUpperCase() },
    // The library escapes all texts except this one.
    name: escapeText(
      oneLine(filterName ? `${TEXTS[locale].calendar}: ${filterName}` : `Lotwatch: ${TEXTS[locale].calendar}`),
      false,
    ),
    ttl: REFRESH_SECONDS,
    url: source.publicUrl,
  })
  for (const end of ends) addEvent(calendar, end, filters, source, now)
  // The library leaves out the last line break.
  return `${calendar.toString()}\r\n`
}

function addEvent(
  calendar: ReturnType<typeof ical>,
  { match, endsAt, revision, revisedAt }: End,
  filters: ReadonlyMap<string, Filter>,
  source: FeedSource,
  now: Date,
): void {
  const { auction } = match
  const one = describeMatch(match, source)
  const url = source.publicUrl + one.path
  const changedAt = new Date(Math.max(Date.parse(updatedAt(match)), revisedAt?.getTime() ?? 0))
  const isGone = auction.status === 'gone'
  const isDay = auction.endPrecision === 'day'
  const event = calendar.createEvent({
    id: match.id,
    sequence: revision,
    stamp: changedAt,
    lastModified: changedAt,
    start: isDay ? dayOf(endsAt, source.timeZone) : endsAt,
    allDay: isDay,
    summary: [one.title, one.price].join(' · '),
    description: [factsOf(match, one, source.locale), one.filters, url, auction.url].join('\n'),
    url,
    status: isGone ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    // Transparent: an end does not block the user's calendar.
    transparency: ICalEventTransparency.TRANSPARENT,
  })
  if (isGone) return
  for (const minutes of stepsOf(match.filters, filters, auction, now)) {
    event.createAlarm({ type: ICalAlarmType.display, trigger: minutes * SECONDS_PER_MINUTE, description: one.title })
  }
}

function stepsOf(
  named: readonly { id: string }[],
  filters: ReadonlyMap<string, Filter>,
  { price }: End['match']['auction'],
  now: Date,
): number[] {
  const steps = named.flatMap(({ id }) => {
    const filter = filters.get(id)
    return filter && wantsAlert(filter, 'endingSoon', price, now) ? filter.notify.endingSoonMinutes : []
  })
  return [...new Set(steps)].sort((a, b) => b - a)
}

/** The local day in a time zone, as midnight UTC of that day. */
function dayOf(at: Date, timeZone: string): Date {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(at)
  return new Date(`${day}T00:00:00Z`)
}
