import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { MINUTE_MS } from '../../contract/time.ts'
import { NOW, someSettings } from '../notifications/support.ts'
import { withSend } from '../support/channels.ts'
import { type Scheduled, startSending } from '../support/sending.ts'

type Sending = Awaited<ReturnType<typeof startSending>>

async function planAlerts(sending: Sending, titles: readonly string[]): Promise<Scheduled[]> {
  const jobs: Scheduled[] = []
  for (const title of titles) {
    jobs.push(await sending.plan({ channel: 'discord', title }))
    sending.clock.move(1)
  }
  return jobs
}
const statuses = async (sending: Sending, jobs: readonly Scheduled[]) =>
  Promise.all(jobs.map(async (job) => (await sending.look(job)).status))
/** Sends everything that is pending, each at its time. */
async function drain(sending: Sending): Promise<void> {
  while ((await sending.pending()).length > 0) await sending.sendNext()
}

test('alerts for one webhook are sent in one message, oldest first, in any order of jobs', async () => {
  const sending = await startSending()
  const jobs = await planAlerts(sending, ['a', 'b', 'c', 'd'])
  await Promise.all([...jobs].reverse().map(sending.send))
  expect(sending.titles()).toEqual([['a', 'b', 'c', 'd']])
  expect(await statuses(sending, jobs)).toEqual(Array(4).fill('accepted'))
})

test('a message has at most ten alerts; the rest follow in the next', async () => {
  const sending = await startSending()
  const jobs = await planAlerts(
    sending,
    Array.from({ length: 23 }, (_, index) => `lot ${index}`),
  )
  for (const job of jobs) await sending.send(job)
  expect(sending.titles().map((titles) => titles.length)).toEqual([10, 10, 3])
  expect(new Set(sending.titles().flat()).size).toBe(23)
})

test('a throttled webhook is not called, and its alerts are batched afterwards; mails continue', async () => {
  const sending = await startSending()
  const jobs = await planAlerts(sending, ['a', 'b', 'c'])
  sending.rest.ms = 2000
  for (const job of jobs) await sending.send(job)
  await sending.send(await sending.plan({ title: 'mail' }))
  expect(sending.titles()).toEqual([['mail']])
  for (const job of jobs) expect(await sending.look(job)).toMatchObject({ status: 'waiting', attempts: [] })
  sending.rest.ms = 0
  await drain(sending)
  expect(sending.titles()).toEqual([['mail'], ['a', 'b', 'c']])
})

test('a rejected message is sent one by one, so that a faulty alert does not affect others', async () => {
  const sending = await startSending()
  const jobs = await planAlerts(sending, ['good', 'poison', 'fine'])
  sending.results.push({ status: 'rejected', detail: 'status 400' })
  const poisoned = sending.parts.channels.discord.send
  sending.parts.channels = withSend(sending.parts.channels, 'discord', async (target, message) => {
    const isPoison = message.alerts.length === 1 && message.alerts[0]?.match.auction.title === 'poison'
    if (isPoison) sending.results.unshift({ status: 'rejected', detail: 'status 400' })
    return poisoned(target, message)
  })
  for (const job of jobs) await sending.send(job)
  expect(await statuses(sending, jobs)).toEqual(['waiting', 'waiting', 'waiting'])
  await drain(sending)
  expect(sending.titles()).toEqual([['good', 'poison', 'fine'], ['good'], ['poison'], ['fine']])
  expect(await statuses(sending, jobs)).toEqual(['accepted', 'failed', 'accepted'])
})

test("a killed sender's message is resent as it was", async () => {
  const sending = await startSending()
  const [first, ...others] = await planAlerts(sending, ['a', 'b', 'c'])
  if (!first) throw new Error('jobs were planned')
  sending.results.push(() => Promise.reject(new Error('killed')))
  await expect(sending.send(first)).rejects.toThrow('killed')
  await Promise.all([...others, first].map(sending.send))
  expect(sending.titles()).toEqual([
    ['a', 'b', 'c'],
    ['a', 'b', 'c'],
  ])
  expect(await statuses(sending, [first, ...others])).toEqual(['accepted', 'accepted', 'accepted'])
})

test('companions of a killed sender are resent together, even when a cap would hold them now', async () => {
  const sending = await startSending()
  const [first, ...others] = await planAlerts(sending, ['a', 'b', 'c'])
  if (!first) throw new Error('jobs were planned')
  sending.results.push(() => Promise.reject(new Error('killed')))
  await expect(sending.send(first)).rejects.toThrow('killed')
  await sending.saveSettings(someSettings({ maxPerHour: 1 }))
  await Promise.all([...others, first].map(sending.send))
  expect(await statuses(sending, [first, ...others])).toEqual(['accepted', 'accepted', 'accepted'])
})

test('companions of a killed sender are not lost, and no other message is sent to the webhook before', async () => {
  const sending = await startSending()
  const [oldest, first, ...others] = await planAlerts(sending, ['z', 'a', 'b', 'c'])
  if (!first || !oldest) throw new Error('jobs were planned')
  const putOff = (at: Date) => sql`update delivery set due_at = ${at} where id = ${oldest.deliveryId}`.execute(sending.db)
  await putOff(new Date(sending.clock.now().getTime() + MINUTE_MS))
  sending.results.push(() => Promise.reject(new Error('killed')))
  await expect(sending.send(first)).rejects.toThrow('killed')
  await putOff(oldest.dueAt)
  const [next] = await planAlerts(sending, ['d'])
  if (!next) throw new Error('a job was planned')
  await sending.sendDue()
  expect(sending.titles()).toEqual([['a', 'b', 'c']])
  await sending.takeOver(first)
  await drain(sending)
  expect(sending.titles().slice(1)).toEqual([
    ['a', 'b', 'c'],
    ['z', 'd'],
  ])
  expect(await statuses(sending, [oldest, first, ...others, next])).toEqual(Array(5).fill('accepted'))
})

test('the hourly cap counts alerts, not messages', async () => {
  const sending = await startSending({ maxPerHour: 2 })
  const jobs = await planAlerts(sending, ['a', 'b', 'c'])
  for (const job of jobs) await sending.send(job)
  expect(sending.titles()).toEqual([['a', 'b']])
  expect((await statuses(sending, jobs)).sort()).toEqual(['accepted', 'accepted', 'held'])
})

test('an expired alert is not sent with others', async () => {
  const sending = await startSending()
  const over = await sending.plan({ channel: 'discord', title: 'over', expiresAt: new Date(NOW.getTime() + MINUTE_MS) })
  sending.clock.move(2 * MINUTE_MS)
  const [fresh] = await planAlerts(sending, ['fresh'])
  if (!fresh) throw new Error('a job was planned')
  await sending.send(fresh)
  await sending.send(over)
  expect(sending.titles()).toEqual([['fresh']])
  expect(await statuses(sending, [over, fresh])).toEqual(['expired', 'accepted'])
})

test('while a webhook is called no other message goes there; new alerts follow at once', async () => {
  const sending = await startSending()
  const [first] = await planAlerts(sending, ['a'])
  if (!first) throw new Error('a job was planned')
  const late: Scheduled[] = []
  sending.results.push(async () => {
    late.push(...(await planAlerts(sending, ['b', 'c'])))
    await Promise.all(late.map(sending.send))
    expect(sending.titles()).toEqual([['a']])
    return { status: 'accepted', detail: 'taken' }
  })
  await sending.send(first)
  await sending.sendDue()
  expect(sending.titles()).toEqual([['a'], ['b', 'c']])
  expect(await statuses(sending, [first, ...late])).toEqual(['accepted', 'accepted', 'accepted'])
})

test('after a failed call, waiting alerts are left to the next message', async () => {
  const sending = await startSending()
  const jobs = await planAlerts(
    sending,
    Array.from({ length: 15 }, (_, index) => `lot ${index}`),
  )
  sending.results.push({ status: 'retry', detail: 'timeout' })
  for (const job of jobs.slice(0, 1)) await sending.send(job)
  expect(sending.titles()).toHaveLength(1)
})

test('companions of a killed sender count towards the limit of a message', async () => {
  const sending = await startSending()
  const titles = Array.from({ length: 10 }, (_, index) => `lot ${index}`)
  const [first] = await planAlerts(sending, titles)
  if (!first) throw new Error('jobs were planned')
  sending.results.push(() => Promise.reject(new Error('killed')))
  await expect(sending.send(first)).rejects.toThrow('killed')
  await planAlerts(sending, ['late', 'later'])
  await sending.send(first)
  await sending.sendDue()
  expect(sending.titles().map((told) => told.length)).toEqual([10, 10, 2])
  expect(sending.titles()[1]).toEqual(titles)
})
