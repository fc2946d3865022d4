import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { Channel, type NotificationSettings } from '../../contract/notifications.ts'
import { HOUR_MS, MINUTE_MS } from '../../contract/time.ts'
import { TRAITS } from '../../server/notifications/channels/registry.ts'
import { pushPayload } from '../../server/notifications/channels/webPush/message.ts'
import { rescheduleHeld } from '../../server/notifications/delivery/rescheduleHeld.ts'
import { markDelivery } from '../../server/store/deliveries.ts'
import { changeFilter } from '../../server/store/filters.ts'
import { loadNotificationSettings } from '../../server/store/notificationSettings.ts'
import { NOW, someSettings } from '../notifications/support.ts'
import { startSending } from '../support/sending.ts'
import { startWatching } from '../support/watching.ts'

/** Of 2026-11-20 on, by the clock in Berlin, which is an hour ahead. */
const at = (day: number, hours: number, minutes = 0) => new Date(Date.UTC(2026, 10, day, hours - 1, minutes))
const NIGHT = { quietHours: { enabled: true, from: '22:00', to: '07:00', timeZone: 'Europe/Berlin' } }
const MAIL_ONLY = { discord: { enabled: false }, webPush: { enabled: false } }

const newMatch = (matchId: string, endsAt?: Date) => ({ matchId, kind: 'newMatch' as const, occurrence: '', endsAt })
const reminder = (matchId: string, endsAt: Date, minutes = 60) =>
  [
    { matchId, kind: 'endingSoon' as const, occurrence: `${minutes}`, endsAt },
    { minutes, endsAt: endsAt.toISOString() },
  ] as const

test('alerts of the night come in one message per target in the morning, with missed ones counted', async () => {
  const sending = await startSending(NIGHT)
  const watching = await startWatching(sending)
  const early = await sending.match({ title: 'ends at five', endsAt: at(21, 5).toISOString() })
  const late = await sending.match({ title: 'ends at nine', endsAt: at(21, 9).toISOString() })
  const open = await sending.match({ title: 'open', endsAt: undefined })
  const gone = await sending.match({ title: 'gone', endsAt: undefined })
  await sending.runUntil(at(20, 23))
  await sending.tell(newMatch(early.matchId, at(21, 5)))
  await sending.tell(newMatch(late.matchId, at(21, 9)))
  await sending.tell(newMatch(gone.matchId))
  await watching.poll(open.auctionId, { price: { amount: 9900, currency: 'EUR' } })
  await sending.runUntil(at(21, 4))
  await sending.tell(...reminder(early.matchId, at(21, 5)))
  for (const { status, reason, dueAt } of await sending.ledger())
    expect({ status, reason, dueAt }).toEqual({ status: 'held', reason: 'quietHours', dueAt: at(21, 7).toISOString() })
  await watching.close(early.auctionId)
  await watching.close(gone.auctionId)

  await sending.runUntil(at(21, 6, 59))
  expect(sending.sent).toEqual([])
  await sending.runUntil(at(21, 7))
  expect(sending.sent.map(({ target }) => target.channel).sort()).toEqual(
    Channel.options.filter((channel) => TRAITS[channel].isForHumans && someSettings()[channel].enabled).sort(),
  )
  for (const { message } of sending.sent) {
    expect(message.batch).toEqual({ reason: 'quietHours', missed: 2 })
    expect(message.alerts.map(({ kind, match }) => `${kind}: ${match.auction.title}`)).toEqual([
      'newMatch: ends at nine',
      'priceChange: open',
    ])
  }
  const states = (await sending.ledger()).map(({ event, status, reason }) => `${event} ${status} ${reason}`)
  expect([...new Set(states)].sort()).toEqual([
    'endingSoon expired quietHours',
    'newMatch accepted quietHours',
    'newMatch expired quietHours',
    'priceChange accepted quietHours',
  ])
})

test('a held reminder names the remaining time', async () => {
  const sending = await startSending({ ...NIGHT, ...MAIL_ONLY })
  const match = await sending.match({ title: 'Leica', endsAt: at(21, 7, 45).toISOString() })
  await sending.runUntil(at(21, 6, 45))
  await sending.tell(...reminder(match.matchId, at(21, 7, 45)))
  await sending.runUntil(at(21, 7))
  expect(sending.sent.map(({ message }) => message.alerts[0]?.minutes)).toEqual([45])
})

test('a retry in quiet hours waits for their end, and so does an alert planned before they were set', async () => {
  const sending = await startSending({ ...NIGHT, ...MAIL_ONLY })
  await sending.runUntil(at(20, 21, 59))
  sending.results.push({ status: 'retry', detail: 'timeout', retryAfterMs: 2 * MINUTE_MS })
  const job = await sending.plan({ title: 'late' })
  await sending.send(job)
  expect(await sending.look(job)).toMatchObject({ status: 'waiting', reason: 'retry' })
  const planned = await sending.plan({ title: 'planned', dueAt: at(20, 22, 30), reason: 'bidding' })
  await sending.runUntil(at(20, 23))
  for (const one of [job, planned])
    expect(await sending.look(one)).toMatchObject({ status: 'held', reason: 'quietHours', dueAt: at(21, 7).toISOString() })
  await sending.runUntil(at(21, 7))
  expect(sending.titles()).toEqual([['late'], ['late', 'planned']])
})

test('an auction extended beyond the quiet hours is reported at their end', async () => {
  const sending = await startSending({ ...NIGHT, ...MAIL_ONLY })
  const watching = await startWatching(sending)
  const match = await sending.match({ title: 'Leica', endsAt: at(21, 6, 58).toISOString() })
  await sending.runUntil(at(21, 2))
  await sending.tell(newMatch(match.matchId, at(21, 6, 58)))
  await sending.runUntil(at(21, 6))
  await watching.poll(match.auctionId, { endsAt: at(21, 7, 10).toISOString() })
  await sending.runUntil(at(21, 7))
  expect(sending.titles()).toEqual([['Leica']])
  expect(sending.sent[0]?.message.expiresAt).toEqual(at(21, 7, 10))
})

test('a filter snoozed overnight alerts nothing in the morning; its matches are in the inbox', async () => {
  const sending = await startSending({ ...NIGHT, ...MAIL_ONLY })
  const { matchId } = await sending.match({ title: 'Leica' })
  await sending.runUntil(at(20, 23))
  await sending.tell(newMatch(matchId))
  await changeFilter(sending.db, sending.user.id, sending.filterId, undefined, { snoozedUntil: at(23, 12) })
  await sending.runUntil(at(21, 8))
  const other = await sending.match({ title: 'Rollei' })
  await sending.tell(newMatch(other.matchId))
  await sending.runUntil(at(23, 13))
  expect(sending.sent).toEqual([])
  expect(await sending.ledger()).toMatchObject([{ matchId, status: 'expired', reason: 'unwanted' }])
  expect((await sending.db.selectFrom('matchEvent').select('kind').execute()).map(({ kind }) => kind)).toEqual([
    'newMatch',
    'newMatch',
  ])
})

test('a failed summary is retried unchanged, and a killed one is resent completely', async () => {
  const sending = await startSending({ ...NIGHT, ...MAIL_ONLY })
  await sending.runUntil(at(20, 23))
  const over = await sending.match({ title: 'over', endsAt: at(21, 5).toISOString() })
  await sending.tell(newMatch(over.matchId, at(21, 5)))
  for (const title of ['a', 'b']) await sending.tell(newMatch((await sending.match({ title, endsAt: undefined })).matchId))
  sending.results.push({ status: 'retry', detail: 'reply 451' }, () => Promise.reject(new Error('killed')))
  await expect(sending.runUntil(at(21, 8))).rejects.toThrow('killed')
  const taken = (await sending.ledger()).filter(({ status }) => status === 'sending')
  expect(taken).toHaveLength(2)
  for (const { id } of taken) {
    const { dueAt } = await sending.db.selectFrom('delivery').select('dueAt').where('id', '=', id).executeTakeFirstOrThrow()
    await sending.send({ deliveryId: id, dueAt })
  }
  await sending.runUntil(at(21, 9))
  expect(sending.titles()).toEqual([
    ['a', 'b'],
    ['a', 'b'],
    ['a', 'b'],
  ])
  expect(sending.sent.map(({ message }) => message.batch?.missed)).toEqual([1, 1, 1])
})

test('a digest push is one notification, and its report counts for all its alerts', async () => {
  const sending = await startSending({ webPush: { frequency: 'hourly' }, discord: { frequency: 'hourly', enabled: true } })
  for (const title of ['a', 'b', 'c', 'd', 'e', 'f']) {
    const { matchId } = await sending.match({ title })
    await sending.tell(newMatch(matchId))
    sending.clock.move(1000)
  }
  const { matchId } = await sending.match({ title: 'soon' })
  await sending.tell(...reminder(matchId, new Date(NOW.getTime() + HOUR_MS)))
  await sending.runUntil(new Date(NOW.getTime() + 2 * HOUR_MS))
  const pushes = sending.sent.filter(({ target }) => target.channel === 'webPush')
  expect(pushes.map(({ message }) => message.alerts.length)).toEqual([1, 6])
  const mails = sending.sent.filter(({ target }) => target.channel === 'email')
  expect(mails.map(({ message }) => message.alerts.length)).toEqual(Array(7).fill(1))
  const payload = pushes[1] && pushPayload(pushes[1].message, NOW)
  expect(payload).toMatchObject({ kind: 'summary', title: '6 alerts', path: '/auctions' })
  expect(payload?.body).toBe('6 new matches\na\nb\nc\nd\nand 2 more')

  const shown = await markDelivery(sending.db, sending.user.id, payload?.deliveryId ?? '', 'shown', NOW)
  expect(shown).toHaveLength(6)
  const ledger = (await sending.ledger()).filter(({ channel }) => channel === 'webPush')
  expect(ledger.filter(({ status }) => status === 'shown').map(({ event }) => event)).toEqual(Array(6).fill('newMatch'))
  expect(await markDelivery(sending.db, sending.user.id, payload?.deliveryId ?? '', 'opened', NOW)).toHaveLength(6)
  expect(await markDelivery(sending.db, sending.device.id, payload?.deliveryId ?? '', 'shown', NOW)).toEqual([])
})

test('a Discord digest is one message', async () => {
  const sending = await startSending({ discord: { frequency: 'daily', enabled: true }, email: { enabled: false } })
  for (let lot = 0; lot < 23; lot++) await sending.tell(newMatch((await sending.match({ title: `lot ${lot}` })).matchId))
  await sending.runUntil(new Date(NOW.getTime() + 22 * HOUR_MS))
  expect(sending.sent.filter(({ target }) => target.channel === 'discord').map(({ message }) => message.alerts.length)).toEqual([
    23,
  ])
})

test('a change of quiet hours, digest or cap releases held alerts at once', async () => {
  const weekly = { discord: { frequency: 'weekly' as const, enabled: true } }
  const sending = await startSending({ ...NIGHT, ...weekly, webPush: { enabled: false } })
  const change = async (settings: NotificationSettings) => {
    await sending.saveSettings(settings)
    await sending.db.transaction().execute((tx) => rescheduleHeld(sending.parts, tx, sending.user.id))
    await sending.runUntil(sending.clock.now())
  }
  await sending.runUntil(at(20, 23))
  for (const title of ['a', 'b']) await sending.tell(newMatch((await sending.match({ title })).matchId))
  await change(someSettings({ ...weekly, quietHours: { ...NIGHT.quietHours, to: '06:00' } }))
  expect(sending.sent).toEqual([])
  expect((await sending.ledger()).find(({ channel }) => channel === 'email')?.dueAt).toBe(at(21, 6).toISOString())
  await change(someSettings(weekly))
  expect(sending.sent.map(({ target, message }) => [target.channel, message.alerts.length])).toEqual([['email', 2]])
  await change(someSettings())
  expect(sending.sent.map(({ target, message }) => [target.channel, message.alerts.length])).toEqual([
    ['email', 2],
    ['discord', 2],
  ])
})

test('settings from before channels had a frequency are kept as instant', async () => {
  const sending = await startSending(MAIL_ONLY)
  await sql`update notification_settings
    set settings = settings #- '{discord,frequency}' #- '{webPush,frequency}'`.execute(sending.db)
  const settings = (await loadNotificationSettings(sending.db, [sending.user.id])).get(sending.user.id)?.settings
  expect(settings).toEqual(someSettings(MAIL_ONLY))
  expect(settings?.webPush.frequency).toBe('instant')
})

test('quiet hours that are switched off hold nothing', async () => {
  const sending = await startSending({ ...NIGHT, ...MAIL_ONLY })
  await sending.runUntil(at(20, 23))
  await sending.saveSettings(someSettings(MAIL_ONLY))
  await sending.tell(newMatch((await sending.match({ title: 'now' })).matchId))
  await sending.runUntil(at(20, 23, 1))
  expect(sending.titles()).toEqual([['now']])
})
