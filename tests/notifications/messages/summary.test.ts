import { expect, test } from 'vitest'
import { discordBody } from '../../../server/notifications/channels/discord/message.ts'
import { mailOf } from '../../../server/notifications/channels/email/message.ts'
import { pushPayload, topicOf } from '../../../server/notifications/channels/webPush/message.ts'
import { aMessage, anAlert, NOW } from '../support.ts'

const MORNING = { reason: 'quietHours', missed: 2 } as const
const lots = (count: number) =>
  Array.from({ length: count }, (_, lot) =>
    anAlert({ auction: { title: `Lot ${lot}`, endsAt: new Date(NOW.getTime() + (count - lot) * 3_600_000).toISOString() } }),
  )
const alerts = [
  ...lots(6),
  anAlert({ kind: 'priceChange', from: { amount: 20_000, currency: 'EUR' }, to: { amount: 10_000, currency: 'EUR' } }),
]

test('a push lists the auctions that end first and counts the rest', () => {
  const payload = pushPayload(aMessage(alerts, { batch: MORNING }), NOW)
  expect(payload).toMatchObject({ kind: 'summary', title: '7 alerts from your quiet hours', path: '/auctions' })
  expect(payload.body.split('\n')).toEqual([
    '6 new matches · 1 price change · 2 ended meanwhile',
    'Lot 5',
    'Lot 4',
    'Lot 3',
    'Lot 2',
    'and 3 more',
  ])
  expect(payload.auctionId).toBeUndefined()
})

test('in German', () => {
  const payload = pushPayload(aMessage(lots(3), { batch: { reason: 'cap', missed: 0 }, locale: 'de' }), NOW)
  expect(payload).toMatchObject({
    title: '3 weitere Meldungen',
    body: '3 neue Treffer\nLot 2\nLot 1\nLot 0',
    path: '/de/auctions',
  })
})

test('a single alert has no summary, unless others were missed', () => {
  const one = [anAlert()]
  expect(pushPayload(aMessage(one, { batch: { reason: 'quietHours', missed: 0 } }), NOW).kind).toBe('newMatch')
  expect(pushPayload(aMessage(one, { batch: MORNING }), NOW)).toMatchObject({
    kind: 'summary',
    title: '1 alert from your quiet hours',
    body: '1 new match · 2 ended meanwhile\nLeica M6',
  })
})

test('a summary replaces no other push', () => {
  const topics = [{ batch: MORNING }, {}].map((change) => topicOf(aMessage([anAlert()], change)))
  expect(new Set(topics).size).toBe(2)
})

test.each(['detailed', 'compact'] as const)('on Discord, %s: a head, ten alerts, and the way to the rest', (format) => {
  const message = aMessage(lots(23), { batch: { reason: 'digest', missed: 0 } })
  const body = discordBody(message, format) as { content: string; embeds?: unknown[] }
  const [headline, counts, ...lines] = body.content.split('\n')
  expect(headline).toBe('**23 alerts**')
  expect(counts).toBe('23 new matches · [and 13 more](<https://lotwatch.example/auctions>)')
  expect((body.embeds ?? lines).length).toBe(10)
  expect(body.content.length).toBeLessThanOrEqual(2000)
})

test('a mail begins with the summary', () => {
  const mail = mailOf(aMessage(alerts, { batch: MORNING }), 'https://lotwatch.example/stop')
  expect(mail.subject).toBe('7 alerts from your quiet hours: Lot 0')
  expect(mail.text).toMatch(/^7 alerts from your quiet hours\n6 new matches · 1 price change · 2 ended meanwhile\n\n/)
  expect(mail.html).toContain('2 ended meanwhile')
})
