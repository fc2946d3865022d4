import type { Auction } from '../../../../contract/auction.ts'
import { MINUTE_MS } from '../../../../contract/time.ts'

const EVENT_MINUTES = 15
const REMINDER_MINUTES = 15
const LINE_BYTES = 74

/** An auction's end as an iCalendar file (RFC 5545): an event of the 15 minutes before it, with a reminder. */
export function calendarFile(auction: Pick<Auction, 'id' | 'title' | 'url' | 'endsAt' | 'lastSeenAt'>): string {
  const end = Date.parse(auction.endsAt ?? auction.lastSeenAt)
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Lotwatch//EN',
    'BEGIN:VEVENT',
    `UID:${auction.id}@lotwatch`,
    `DTSTAMP:${stamp(Date.parse(auction.lastSeenAt))}`,
    `DTSTART:${stamp(end - EVENT_MINUTES * MINUTE_MS)}`,
    `DTEND:${stamp(end)}`,
    `SUMMARY:${escaped(auction.title)}`,
    `URL:${auction.url}`,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `TRIGGER:-PT${REMINDER_MINUTES}M`,
    `DESCRIPTION:${escaped(auction.title)}`,
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return `${lines.map(folded).join('\r\n')}\r\n`
}

const stamp = (time: number) => `${new Date(time).toISOString().replace(/[-:]/g, '').slice(0, 15)}Z`

/** Marketplace text must not be able to start a new line. */
const escaped = (text: string) => text.replace(/[\r\n]+/g, ' ').replace(/[\\;,]/g, '\\$&')

/** Folds lines longer than 75 bytes, without splitting characters. */
function folded(line: string): string {
  const encoder = new TextEncoder()
  let bytes = 0
  let text = ''
  for (const character of line) {
    const length = encoder.encode(character).length
    if (bytes + length > LINE_BYTES) {
      text += '\r\n '
      bytes = 1
    }
    text += character
    bytes += length
  }
  return text
}
