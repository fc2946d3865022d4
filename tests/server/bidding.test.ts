import { expect, test } from 'vitest'
import type { Money } from '../../contract/money.ts'
import { MINUTE_MS, SECOND_MS } from '../../contract/time.ts'
import { describeAlert } from '../../server/notifications/messages/describe.ts'
import { NOW } from '../notifications/support.ts'
import { withSend } from '../support/channels.ts'
import { startSending } from '../support/sending.ts'
import { startWatching } from '../support/watching.ts'

const eur = (euros: number): Money => ({ amount: euros * 100, currency: 'EUR' })
const at = (ms: number) => new Date(NOW.getTime() + ms)

/** An auction at 45 €, and the price changes that are sent: when, and their texts. */
async function start(settings: Parameters<typeof startSending>[0] = {}, notify: Parameters<typeof startSending>[1] = {}) {
  const only = { discord: { enabled: false }, webPush: { enabled: false }, ...settings }
  const sending = await startSending(only, notify)
  const watching = await startWatching(sending)
  const auction = await sending.match({ title: 'Leica', price: eur(45), bidCount: 0 })
  const told: string[] = []
  const { email } = sending.parts.channels
  const tap = (...[target, message]: Parameters<typeof email.send>) => {
    const minutes = (sending.clock.now().getTime() - NOW.getTime()) / MINUTE_MS
    for (const alert of message.alerts) {
      const { price, bids } = describeAlert(alert, message)
      told.push(`${minutes} min: ${price}, ${bids}`.replaceAll('\u00A0', ' '))
    }
    return email.send(target, message)
  }
  sending.parts.channels = withSend(sending.parts.channels, 'email', tap)
  const bid = async (euros: number, bidCount: number) => watching.poll(auction.auctionId, { price: eur(euros), bidCount })
  return { sending, watching, auction, told, bid }
}

test('a bidding war is one alert with its range and bids, once bidding pauses', async () => {
  const { sending, told, bid } = await start()
  for (let bids = 1; bids <= 33; bids++) {
    await sending.runUntil(at(bids * 15 * SECOND_MS))
    await bid(45 + bids, bids)
  }
  expect(await sending.ledger()).toMatchObject([
    { event: 'priceChange', status: 'held', reason: 'bidding', dueAt: at(10.25 * MINUTE_MS).toISOString() },
  ])
  await sending.runUntil(at(60 * MINUTE_MS))
  expect(told).toEqual(['10.25 min: €45.00 → €78.00 (+73%), 33 bids'])
  expect(await sending.ledger()).toMatchObject([{ status: 'accepted' }])
})

test('an ongoing bidding war alerts every ten minutes, each time from the last reported price', async () => {
  const { sending, told, bid } = await start()
  for (let bids = 1; bids <= 25; bids++) {
    await sending.runUntil(at(bids * MINUTE_MS))
    await bid(45 + bids, bids)
  }
  await sending.runUntil(at(60 * MINUTE_MS))
  expect(told).toEqual([
    '11 min: €45.00 → €55.00 (+22%), 10 bids',
    '21 min: €55.00 → €65.00 (+18%), 20 bids',
    '27 min: €65.00 → €70.00 (+8%), 25 bids',
  ])
})

test('a falling price alerts at once, even during a bidding war', async () => {
  const { sending, told, bid } = await start()
  await bid(40, 0)
  await sending.runUntil(NOW)
  expect(told).toEqual(['0 min: €45.00 → €40.00 (-11%), 0 bids'])
  await sending.runUntil(at(5 * MINUTE_MS))
  await bid(60, 4)
  await sending.runUntil(at(6 * MINUTE_MS))
  await bid(30, 0)
  await sending.runUntil(at(6 * MINUTE_MS))
  expect(told[1]).toBe('6 min: €40.00 → €30.00 (-25%), 0 bids')
  await sending.runUntil(at(60 * MINUTE_MS))
  expect(told).toHaveLength(2)
})

test('retracted bids cause no alert', async () => {
  const { sending, told, bid } = await start()
  await bid(60, 1)
  await bid(45, 0)
  await sending.runUntil(at(60 * MINUTE_MS))
  expect(told).toEqual([])
  expect(await sending.ledger()).toMatchObject([{ status: 'expired', reason: 'unwanted' }])
})

test('a bid during a send causes another alert', async () => {
  const { sending, told, bid } = await start()
  await bid(50, 1)
  sending.results.push(async () => {
    await bid(55, 2)
    return { status: 'accepted', detail: 'taken' }
  })
  await sending.runUntil(at(60 * MINUTE_MS))
  expect(told).toEqual(['2 min: €45.00 → €50.00 (+11%), 1 bid', '4 min: €50.00 → €55.00 (+10%), 2 bids'])
})

test('late bids alert before the end, and nothing is sent after it', async () => {
  const { sending, watching, auction, told, bid } = await start()
  await watching.poll(auction.auctionId, { endsAt: at(4 * MINUTE_MS).toISOString() })
  await sending.runUntil(at(2 * MINUTE_MS))
  await bid(50, 1)
  await sending.runUntil(at(3 * MINUTE_MS))
  expect(told).toEqual(['3 min: €45.00 → €50.00 (+11%), 1 bid'])
  await sending.runUntil(at(3.9 * MINUTE_MS))
  await bid(55, 2)
  await sending.runUntil(at(4 * MINUTE_MS))
  expect(told).toHaveLength(2)
  await bid(60, 3)
  await sending.runUntil(at(60 * MINUTE_MS))
  expect(told).toHaveLength(2)
})

test('the price changes of a day are one item in its digest', async () => {
  const { sending, told, bid } = await start({ email: { frequency: 'daily' } })
  for (let bids = 1; bids <= 5; bids++) {
    await sending.runUntil(at(bids * 20 * MINUTE_MS))
    await bid(45 + bids, bids)
  }
  expect(await sending.ledger()).toMatchObject([{ status: 'held', reason: 'digest', dueAt: '2026-11-21T07:00:00.000Z' }])
  await sending.runUntil(new Date('2026-11-21T08:00:00.000Z'))
  expect(told.map((words) => words.replace(/^.*?: /, ''))).toEqual(['€45.00 → €50.00 (+11%), 5 bids'])
})

test('a price that exceeds the limit during bidding is not sent', async () => {
  const { sending, told, bid } = await start({}, { maxPrice: eur(50) })
  await bid(49, 1)
  await bid(51, 2)
  await sending.runUntil(at(60 * MINUTE_MS))
  expect(told).toEqual([])
  expect(await sending.ledger()).toMatchObject([{ status: 'expired', reason: 'unwanted' }])
})

test('a matcher step repeated after a crash alerts nothing twice', async () => {
  const { sending, auction, told } = await start()
  const change = { from: eur(45), to: eur(50) }
  const alert = { matchId: auction.matchId, kind: 'priceChange' as const, occurrence: '5000 EUR', change }
  for (let time = 0; time < 2; time++) await sending.tell(alert, change)
  await sending.runUntil(at(60 * MINUTE_MS))
  expect(told).toHaveLength(1)
  await sending.tell(alert, change)
  await sending.runUntil(at(90 * MINUTE_MS))
  expect(told).toHaveLength(1)
})
