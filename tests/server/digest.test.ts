import { expect, test } from 'vitest'
import { HOUR_MS } from '../../contract/time.ts'
import type { SendResult } from '../../server/notifications/channels/channel.ts'
import { NOW, someSettings } from '../notifications/support.ts'
import { type Scheduled, startSending } from '../support/sending.ts'

const BOUNDARY = new Date(NOW.getTime() + HOUR_MS)
const HOURLY = { email: { frequency: 'hourly' as const } }

type Sending = Awaited<ReturnType<typeof startSending>>

/** Alerts that wait for the full hour; the clock is moved there. */
async function collect(sending: Sending, titles: readonly string[]): Promise<Scheduled[]> {
  const jobs: Scheduled[] = []
  for (const title of titles) {
    jobs.push(await sending.plan({ title, dueAt: BOUNDARY }))
    sending.clock.move(1000)
  }
  sending.clock.move(BOUNDARY.getTime() - sending.clock.now().getTime())
  return jobs
}
const statuses = async (sending: Sending, jobs: readonly Scheduled[]) =>
  Promise.all(jobs.map(async (job) => (await sending.look(job)).status))

test('alerts of an hour come in one mail at its end, oldest first, in any order of jobs', async () => {
  const sending = await startSending(HOURLY)
  const jobs = await collect(sending, ['a', 'b', 'c', 'd', 'e'])
  expect(await statuses(sending, jobs)).toEqual(Array(5).fill('held'))
  await Promise.all([...jobs].reverse().map(sending.send))
  expect(sending.sent).toHaveLength(1)
  expect(sending.titles()[0]?.sort()).toEqual(['a', 'b', 'c', 'd', 'e'])
  expect(await statuses(sending, jobs)).toEqual(Array(5).fill('accepted'))
})

test('a job whose delivery is being sent in a digest sends nothing', async () => {
  const sending = await startSending(HOURLY)
  const [first, second] = await collect(sending, ['a', 'b'])
  if (!first || !second) throw new Error('two jobs were planned')
  let answer: (result: SendResult) => void = () => {}
  sending.results.push(
    () =>
      new Promise((resolve) => {
        answer = resolve
        // While the mail server thinks, the other job comes up.
        void sending.send(second).then(() => answer({ status: 'accepted', detail: 'taken' }))
      }),
  )
  await sending.send(first)
  expect(sending.titles()).toEqual([['a', 'b']])
})

test('a digest that fails temporarily stays together for the next attempt', async () => {
  const sending = await startSending(HOURLY)
  const jobs = await collect(sending, ['a', 'b', 'c'])
  sending.results.push({ status: 'retry', detail: 'reply 451' })
  await Promise.all(jobs.map(sending.send))
  expect(await statuses(sending, jobs)).toEqual(['waiting', 'waiting', 'waiting'])
  sending.clock.move(5000)
  await Promise.all((await sending.pending()).map(sending.send))
  expect(sending.titles().map((titles) => titles.sort())).toEqual([
    ['a', 'b', 'c'],
    ['a', 'b', 'c'],
  ])
  expect(await statuses(sending, jobs)).toEqual(['accepted', 'accepted', 'accepted'])
})

test("a killed sender's job resends the whole digest, other jobs nothing", async () => {
  const sending = await startSending(HOURLY)
  const jobs = await collect(sending, ['a', 'b', 'c'])
  const [first, ...others] = jobs
  if (!first) throw new Error('jobs were planned')
  sending.results.push(() => Promise.reject(new Error('killed')))
  await expect(sending.send(first)).rejects.toThrow('killed')
  expect(await statuses(sending, jobs)).toEqual(['sending', 'sending', 'sending'])
  await Promise.all([...others, first].map(sending.send))
  expect(sending.titles().map((titles) => titles.sort())).toEqual([
    ['a', 'b', 'c'],
    ['a', 'b', 'c'],
  ])
  expect(await statuses(sending, jobs)).toEqual(['accepted', 'accepted', 'accepted'])
})

test('companions of a killed sender are not lost when digests are switched off or the first has expired', async () => {
  const sending = await startSending(HOURLY)
  const short = await sending.plan({ title: 'short', dueAt: BOUNDARY, expiresAt: new Date(BOUNDARY.getTime() + 60_000) })
  const [long] = await collect(sending, ['long'])
  if (!long) throw new Error('a job was planned')
  sending.results.push(() => Promise.reject(new Error('killed')))
  await expect(sending.send(short)).rejects.toThrow('killed')
  await sending.saveSettings(someSettings())
  sending.clock.move(120_000)
  await sending.send(short)
  await Promise.all((await sending.pending()).map(sending.send))
  expect(await statuses(sending, [short, long])).toEqual(['expired', 'accepted'])
})

test('a reminder does not wait for the digest, and takes no alerts with it', async () => {
  const sending = await startSending(HOURLY)
  const held = await sending.plan({ title: 'later', dueAt: BOUNDARY })
  await sending.send(await sending.plan({ title: 'soon', event: 'endingSoon' }))
  expect(sending.titles()).toEqual([['soon']])
  expect((await sending.look(held)).status).toBe('held')
})

test('alerts of auctions that ended before the digest are not in it', async () => {
  const sending = await startSending(HOURLY)
  const over = await sending.plan({ title: 'over', dueAt: BOUNDARY, expiresAt: new Date(BOUNDARY.getTime() - 1) })
  const [left] = await collect(sending, ['left'])
  if (!left) throw new Error('a job was planned')
  await sending.send(left)
  await sending.send(over)
  expect(sending.titles()).toEqual([['left']])
  expect((await sending.look(over)).status).toBe('expired')
})

test('a digest beyond the limit of a mail comes in several', async () => {
  const sending = await startSending(HOURLY)
  const jobs = await collect(
    sending,
    Array.from({ length: 53 }, (_, index) => `lot ${index}`),
  )
  for (const job of jobs) await sending.send(job)
  expect(sending.sent.map(({ message }) => message.alerts.length)).toEqual([50, 3])
})

test('switching mails off drops collected alerts', async () => {
  const sending = await startSending(HOURLY)
  const [job] = await collect(sending, ['a'])
  if (!job) throw new Error('a job was planned')
  await sending.saveSettings(someSettings({ email: { enabled: false, frequency: 'hourly' } }))
  await sending.send(job)
  expect(sending.sent).toEqual([])
  expect((await sending.look(job)).status).toBe('failed')
})
