import ical, { ICalAlarmType } from 'ical-generator'
import type { Auction } from '../../../../contract/auction.ts'
import { MINUTE_MS, SECOND_MS } from '../../../../contract/time.ts'

const EVENT_MINUTES = 15
const REMINDER_SECONDS = (15 * MINUTE_MS) / SECOND_MS

/** An auction's end as an iCalendar file (RFC 5545): an event of the 15 minutes before it, with a reminder. */
export function calendarFile(auction: Pick<Auction, 'id' | 'title' | 'url' | 'endsAt' | 'lastSeenAt'>): string {
  const end = new Date(auction.endsAt ?? auction.lastSeenAt)
  // A line break in a title would show as such in calendars.
  const title = auction.title.replace(/[\r\n]+/g, ' ')
  const calendar = ical({ prodId: { company: 'Lotwatch', product: 'Ends' } })
  const event = calendar.createEvent({
    id: `${auction.id}@lotwatch`,
    stamp: new Date(auction.lastSeenAt),
    start: new Date(end.getTime() - EVENT_MINUTES * MINUTE_MS),
    end,
    summary: title,
    url: auction.url,
  })
  event.createAlarm({ type: ICalAlarmType.display, trigger: REMINDER_SECONDS, description: title })
  // The library leaves out the last line break.
  return `${calendar.toString()}\r\n`
}
