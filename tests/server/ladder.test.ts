import { expect, test } from 'vitest'
import { MINUTE_MS } from '../../contract/time.ts'
import { remindEndingSoon } from '../../server/notifications/alerts/remindEndingSoon.ts'
import { loadFilters, replaceFilter } from '../../server/store/filters.ts'
import { NOW } from '../notifications/support.ts'
import { withSend } from '../support/channels.ts'
import { startSending } from '../support/sending.ts'
import { startWatching } from '../support/watching.ts'

const at = (minutes: number) => new Date(NOW.getTime() + minutes * MINUTE_MS)
const eur = (euros: number) => ({ amount: euros * 100, currency: 'EUR' })

/** An auction that ends in five hours, with steps a day, an hour and ten minutes before; records what is sent and when. */
async function start(notify: Parameters<typeof startSending>[1] = {}) {
  const settings = { discord: { enabled: false }, webPush: { enabled: false } }
  const sending = await startSending(settings, { endingSoonMinutes: [1440, 60, 10], ...notify })
  const auction = await sending.match({ title: 'Leica', price: eur(45), endsAt: at(300).toISOString() })
  const watching = await startWatching(sending)
  const poll = (change: Parameters<typeof watching.poll>[1]) => watching.poll(auction.auctionId, change)
  /** Goes on to that minute, and looks for reminders at each on the way. */
  let minute = 0
  async function runTo(end: number): Promise<void> {
    for (; minute <= end; minute++) {
      await sending.runUntil(at(minute))
      await remindEndingSoon(sending.parts)
      await sending.runUntil(at(minute))
    }
  }
  const told: string[] = []
  const { email } = sending.parts.channels
  sending.parts.channels = withSend(sending.parts.channels, 'email', (target, message) => {
    const now = (sending.clock.now().getTime() - NOW.getTime()) / MINUTE_MS
    for (const { kind, minutes } of message.alerts) if (kind === 'endingSoon') told.push(`${now}: ${minutes}`)
    return email.send(target, message)
  })
  return { sending, watching, auction, poll, runTo, told }
}

test('each step ahead is sent once, and none after the end', async () => {
  const { runTo, told } = await start()
  await runTo(400)
  expect(told).toEqual(['240: 60', '290: 10'])
})

test('late bids move the steps ahead, and repeat none sent minutes ago', async () => {
  const { runTo, told, poll } = await start()
  await runTo(230)
  await poll({ endsAt: at(320).toISOString() })
  await runTo(311)
  for (let end = 325; end <= 345; end += 5) {
    await poll({ endsAt: at(end).toISOString() })
    await runTo(end - 6)
  }
  await runTo(400)
  expect(told).toEqual(['260: 60', '310: 10'])
})

test('a far later end is reminded again, and passed steps come back', async () => {
  const { sending, runTo, told, poll } = await start()
  await runTo(295)
  await poll({ endsAt: at(300 + 48 * 60).toISOString() })
  await runTo(300 + 48 * 60)
  expect(told).toEqual(['240: 60', '290: 10', '1740: 1440', '3120: 60', '3170: 10'])
  expect(new Set((await sending.ledger()).map(({ id }) => id)).size).toBe(5)
})

test('an earlier end sends only the nearest step', async () => {
  const { runTo, told, poll } = await start()
  await runTo(200)
  await poll({ endsAt: at(209).toISOString() })
  await runTo(300)
  expect(told).toEqual(['201: 8'])
})

test('nothing is sent above the limit, by the price at the time of sending', async () => {
  const { runTo, told, poll } = await start({
    maxPrice: eur(50),
    events: { newMatch: true, priceChange: false, endingSoon: true },
  })
  await runTo(239)
  await poll({ price: eur(50), bidCount: 1 })
  await runTo(280)
  await poll({ price: eur(51), bidCount: 2 })
  await runTo(400)
  expect(told).toEqual(['240: 60'])
})

test('a delayed reminder is not sent above the limit or after the end', async () => {
  const { sending, runTo, told, poll } = await start({
    maxPrice: eur(50),
    events: { newMatch: true, priceChange: false, endingSoon: true },
  })
  sending.results.push({ status: 'retry', detail: 'timeout', retryAfterMs: 5 * MINUTE_MS })
  await runTo(242)
  await poll({ price: eur(60), bidCount: 1 })
  await runTo(280)
  expect(await sending.ledger()).toMatchObject([{ event: 'endingSoon', status: 'expired', reason: 'unwanted' }])
  expect(told).toEqual(['240: 60'])
})

test('reminders end with the auction', async () => {
  const { sending, watching, auction, runTo, told } = await start()
  sending.results.push({ status: 'retry', detail: 'timeout', retryAfterMs: 5 * MINUTE_MS })
  await runTo(241)
  await watching.close(auction.auctionId)
  await runTo(400)
  expect(told).toEqual(['240: 60'])
  expect(await sending.ledger()).toMatchObject([{ status: 'expired' }])
  expect(await sending.db.selectFrom('reminder').selectAll().execute()).toEqual([])
})

test('steps added to a filter apply to its existing matches', async () => {
  const { sending, watching, runTo, told } = await start({ endingSoonMinutes: [60] })
  const [stored] = await loadFilters(sending.db, [sending.filterId])
  if (!stored) throw new Error('the filter is there')
  await runTo(100)
  const { filter } = stored
  const notify = { ...filter.notify, endingSoonMinutes: [120, 30] }
  await replaceFilter(sending.db, sending.user.id, filter.id, undefined, { ...filter, notify })
  await watching.follow()
  await runTo(400)
  expect(told).toEqual(['180: 120', '270: 30'])
})
