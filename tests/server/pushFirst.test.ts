import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../contract/time.ts'
import { DEVICE_STALE_MS } from '../../server/limits.ts'
import type { SendResult } from '../../server/notifications/channels/channel.ts'
import type { FcmTarget } from '../../server/notifications/channels/webPush/target.ts'
import { markDelivery } from '../../server/store/deliveries.ts'
import { deleteDevice, noteShown } from '../../server/store/devices.ts'
import { NOW } from '../notifications/support.ts'
import { startSending } from '../support/sending.ts'

const at = (minutes: number) => new Date(NOW.getTime() + minutes * MINUTE_MS)
const DEAD: SendResult = { status: 'dead', detail: 'status 410' }

/** A user with a device, a webhook, an address and push first; records what is sent where and when. */
async function start(minutes = 5, endsAt = at(24 * 60)) {
  const sending = await startSending({ pushFirst: { enabled: true, minutes } })
  const { matchId } = await sending.match({ title: 'Leica', endsAt: endsAt.toISOString() })
  const tell = (change: Partial<Parameters<typeof sending.tell>[0]> = {}) =>
    sending.tell({ matchId, kind: 'newMatch', occurrence: '', ...change })
  const channels = () => sending.sent.map(({ target }) => target.channel)
  const shown = async () => {
    const [push] = (await sending.ledger()).filter(({ channel }) => channel === 'webPush')
    if (push) await markDelivery(sending.db, sending.user.id, push.id, 'shown', sending.clock.now())
  }
  return { sending, tell, channels, shown }
}

test('a shown push cancels the other channels', async () => {
  const { sending, tell, channels, shown } = await start()
  await tell()
  await sending.runUntil(at(0))
  expect(channels()).toEqual(['webPush'])
  expect(await sending.ledger()).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ channel: 'discord', status: 'held', reason: 'pushFirst', dueAt: at(5).toISOString() }),
      expect.objectContaining({ channel: 'email', status: 'held', reason: 'pushFirst', dueAt: at(10).toISOString() }),
    ]),
  )
  await shown()
  await sending.runUntil(at(60))
  expect(channels()).toEqual(['webPush'])
  const others = (await sending.ledger()).filter(({ channel }) => channel !== 'webPush')
  expect(others.map(({ status, reason }) => [status, reason])).toEqual(Array(2).fill(['expired', 'shownElsewhere']))
})

test('a push that is not shown is followed by the next channel only', async () => {
  const { sending, tell, channels } = await start()
  await tell()
  await sending.runUntil(at(4.9))
  expect(channels()).toEqual(['webPush'])
  await sending.runUntil(at(60))
  expect(channels()).toEqual(['webPush', 'discord'])
  expect((await sending.ledger()).find(({ channel }) => channel === 'email')).toMatchObject({
    status: 'expired',
    reason: 'shownElsewhere',
  })
})

test('when that fails too, the next channel follows', async () => {
  const { sending, tell, channels } = await start()
  await tell()
  await sending.runUntil(at(1))
  sending.results.push(DEAD)
  await sending.runUntil(at(60))
  expect(channels()).toEqual(['webPush', 'discord', 'email'])
})

test('without a device that can show a push, no channel waits', async () => {
  const { sending, tell, channels } = await start()
  sending.results.push(DEAD)
  await tell()
  await sending.runUntil(at(0))
  expect(channels()).toEqual(['webPush', 'discord'])
  await sending.runUntil(at(60))
  expect(channels()).toEqual(['webPush', 'discord'])
})

test('no channel waits for a removed device', async () => {
  const { sending, tell, channels } = await start()
  await tell()
  await deleteDevice(sending.db, sending.user.id, sending.device.id)
  await sending.runUntil(at(0))
  expect(channels()).toEqual(['discord'])
})

test('one of several devices suffices', async () => {
  const { sending, tell, channels } = await start()
  await sending.addDevice('second')
  sending.results.push(DEAD)
  await tell()
  await sending.runUntil(at(4))
  expect(channels()).toEqual(['webPush', 'webPush'])
  const living = (await sending.ledger()).find(({ channel, status }) => channel === 'webPush' && status === 'accepted')
  await markDelivery(sending.db, sending.user.id, living?.id ?? '', 'opened', sending.clock.now())
  await sending.runUntil(at(60))
  expect(channels()).toEqual(['webPush', 'webPush'])
})

test('reminders leave enough time for the fallback channels', async () => {
  const { sending, tell, channels } = await start(30)
  await tell({ kind: 'endingSoon', occurrence: '10', endsAt: at(10) })
  await sending.runUntil(at(5))
  expect(channels()).toEqual(['webPush', 'discord'])
})

/** This long after {@link NOW}, when the first device was registered, it is stale. */
const STALE_MINUTES = (DEVICE_STALE_MS + DAY_MS) / MINUTE_MS

test('a stale device gets the alert, but no channel waits for it', async () => {
  const { sending, tell, channels } = await start(5, at(2 * STALE_MINUTES))
  sending.clock.move(STALE_MINUTES * MINUTE_MS)
  await tell()
  await sending.runUntil(at(STALE_MINUTES))
  expect(channels().toSorted()).toEqual(['discord', 'webPush'])
  await sending.runUntil(at(STALE_MINUTES + 60))
  expect(channels()).toHaveLength(2)
  const mail = (await sending.ledger()).find(({ channel }) => channel === 'email')
  expect(mail).toMatchObject({ status: 'expired', reason: 'shownElsewhere' })
})

test('when the channel that did not wait fails, the next follows', async () => {
  const { sending, tell, channels } = await start(5, at(2 * STALE_MINUTES))
  sending.clock.move(STALE_MINUTES * MINUTE_MS)
  await tell()
  sending.results.push(DEAD, DEAD)
  await sending.runUntil(at(STALE_MINUTES + 60))
  expect(channels().toSorted()).toEqual(['discord', 'email', 'webPush'])
})

test('a device that shows pushes is not stale, even if its app is never opened', async () => {
  const { sending, tell, channels, shown } = await start(5, at(2 * STALE_MINUTES))
  sending.clock.move((STALE_MINUTES / 2) * MINUTE_MS)
  await tell()
  await sending.runUntil(at(STALE_MINUTES / 2))
  await shown()
  const ids = (await sending.ledger()).map(({ id }) => id)
  await sending.db.transaction().execute((tx) => noteShown(tx, sending.user.id, ids))
  await sending.runUntil(at(STALE_MINUTES))
  await tell({ kind: 'priceChange', occurrence: '2' })
  await sending.runUntil(at(STALE_MINUTES + 1))
  expect(channels()).toEqual(['webPush', 'webPush'])
})

test('a stale device beside a working one changes nothing; alone it is not waited for', async () => {
  const { sending, tell, channels } = await start(5, at(2 * STALE_MINUTES))
  sending.clock.move(STALE_MINUTES * MINUTE_MS)
  const fresh = await sending.addDevice('fresh')
  await tell()
  await sending.runUntil(at(STALE_MINUTES + 1))
  expect(channels()).toEqual(['webPush', 'webPush'])
  await tell({ kind: 'priceChange', occurrence: '2' })
  // The order of the two sends is undefined.
  const due = (await sending.pending()).filter(({ dueAt }) => dueAt <= sending.clock.now())
  sending.results.push(...due.map(() => answerOf(fresh.address)))
  await sending.runUntil(at(STALE_MINUTES + 2))
  expect(channels()).toEqual(['webPush', 'webPush', 'webPush', 'webPush', 'discord'])

  /** Gone is the device with this address alone. */
  function answerOf(address: string) {
    return async (): Promise<SendResult> => {
      const target = sending.sent.at(-1)?.target
      const isGone = (target as Partial<FcmTarget> | undefined)?.token === address
      return isGone ? DEAD : { status: 'accepted', detail: 'taken' }
    }
  }
})

test('without a device or the setting, every channel alerts at once', async () => {
  const { sending, tell, channels } = await start()
  await deleteDevice(sending.db, sending.user.id, sending.device.id)
  await tell()
  await sending.runUntil(at(0))
  expect(channels().toSorted()).toEqual(['discord', 'email'])

  const all = await startSending()
  const { matchId } = await all.match({ title: 'Leica' })
  await all.tell({ matchId, kind: 'newMatch', occurrence: '' })
  await all.runUntil(new Date(NOW.getTime() + HOUR_MS))
  expect(all.sent.map(({ target }) => target.channel).toSorted()).toEqual(['discord', 'email', 'webPush'])
})
