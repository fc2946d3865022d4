import { expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../../contract/time.ts'
import type { SendResult } from '../../server/delivery/sender.ts'
import { markDelivery } from '../../server/store/deliveries.ts'
import { deleteDevice } from '../../server/store/devices.ts'
import { NOW } from '../delivery/support.ts'
import { startSending } from '../support/sending.ts'

const at = (minutes: number) => new Date(NOW.getTime() + minutes * MINUTE_MS)
const DEAD: SendResult = { status: 'dead', detail: 'status 410' }

/** A user with a device, a webhook and an address, who wants push first; what was told where, and when. */
async function start(minutes = 5) {
  const sending = await startSending({ pushFirst: { enabled: true, minutes } })
  const { matchId } = await sending.match({ title: 'Leica' })
  const tell = (change: Partial<Parameters<typeof sending.tell>[0]> = {}) =>
    sending.tell({ matchId, kind: 'newMatch', occurrence: '', ...change })
  const channels = () => sending.sent.map(({ target }) => target.channel)
  const shown = async () => {
    const [push] = (await sending.ledger()).filter(({ channel }) => channel === 'webPush')
    if (push) await markDelivery(sending.db, sending.user.id, push.id, 'shown', sending.clock.now())
  }
  return { sending, tell, channels, shown }
}

test('a push that is shown spares the other channels', async () => {
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

test('a push that nobody sees is followed by the next channel alone', async () => {
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

test('when that fails as well, the one after it is told', async () => {
  const { sending, tell, channels } = await start()
  await tell()
  await sending.runUntil(at(1))
  sending.results.push(DEAD)
  await sending.runUntil(at(60))
  expect(channels()).toEqual(['webPush', 'discord', 'email'])
})

test('where no push can be shown any more nobody waits', async () => {
  const { sending, tell, channels } = await start()
  sending.results.push(DEAD)
  await tell()
  await sending.runUntil(at(0))
  expect(channels()).toEqual(['webPush', 'discord'])
  await sending.runUntil(at(60))
  expect(channels()).toEqual(['webPush', 'discord'])
})

test('a device that was removed meanwhile keeps nobody waiting', async () => {
  const { sending, tell, channels } = await start()
  await tell()
  await deleteDevice(sending.db, sending.user.id, sending.device.id)
  await sending.runUntil(at(0))
  expect(channels()).toEqual(['discord'])
})

test('one device of several is enough', async () => {
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

test('of a reminder enough is left for those that stand by', async () => {
  const { sending, tell, channels } = await start(30)
  await tell({ kind: 'endingSoon', occurrence: '10', endsAt: at(10) })
  await sending.runUntil(at(5))
  expect(channels()).toEqual(['webPush', 'discord'])
})

test('without a device, or without the setting, every channel is told at once', async () => {
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
