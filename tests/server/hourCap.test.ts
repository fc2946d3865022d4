import { describe, expect, test } from 'vitest'
import { Channel } from '../../contract/notifications.ts'
import { HOUR_MS, MINUTE_MS } from '../../contract/time.ts'
import { TRAITS } from '../../server/notifications/channels/registry.ts'
import { NOW, someSettings } from '../notifications/support.ts'
import { startSending } from '../support/sending.ts'

const FOR_PEOPLE = Channel.options.filter((channel) => TRAITS[channel].isForHumans && someSettings()[channel].enabled)

test('quiet hours, caps and digests do not apply to webhooks', async () => {
  const quietHours = { enabled: true, from: '00:00', to: '23:59', timeZone: 'UTC' }
  const sending = await startSending({ webhook: { enabled: true }, maxPerHour: 1, quietHours })
  for (let alert = 0; alert < 3; alert++) await sending.send(await sending.plan({ channel: 'webhook' }))
  expect(sending.sent.map(({ target, message }) => [target.channel, message.alerts.length])).toEqual(
    Array(3).fill(['webhook', 1]),
  )
})

describe('the hourly cap', () => {
  test('applies per target to immediate alerts; the rest follow in one message', async () => {
    const sending = await startSending({ maxPerHour: 2 })
    const channels = FOR_PEOPLE.flatMap((channel) => Array<Channel>(5).fill(channel))
    const jobs = await Promise.all(channels.map((channel) => sending.plan({ channel })))
    await Promise.all(jobs.map(sending.send))
    // Jobs that found their webhook busy are retried a moment later.
    await sending.runUntil(new Date(NOW.getTime() + 10_000))
    expect(sending.titles().flat()).toHaveLength(6)
    const held = (await sending.ledger()).filter(({ status }) => status === 'held')
    expect(held).toHaveLength(9)
    for (const { reason, dueAt } of held)
      expect({ reason, dueAt }).toEqual({ reason: 'cap', dueAt: new Date(NOW.getTime() + HOUR_MS).toISOString() })

    await sending.runUntil(new Date(NOW.getTime() + HOUR_MS))
    const later = sending.sent.filter(({ message }) => message.batch)
    expect(later.map(({ target, message }) => [target.channel, message.alerts.length, message.batch?.reason]).sort()).toEqual([
      ['discord', 3, 'cap'],
      ['email', 3, 'cap'],
      ['webPush', 3, 'cap'],
    ])
    expect((await sending.ledger()).map(({ status }) => status)).toEqual(Array(15).fill('accepted'))
  })

  test('counts a batch as one message, and sends as soon as there is room', async () => {
    const sending = await startSending({ maxPerHour: 2 })
    const at = (minutes: number) => new Date(NOW.getTime() + minutes * MINUTE_MS)
    for (let minute = 0; minute < 20; minute += 5) {
      await sending.runUntil(at(minute))
      await sending.send(await sending.plan({ title: `at ${minute}` }))
    }
    await sending.runUntil(at(60))
    expect(sending.titles()).toEqual([['at 0'], ['at 5'], ['at 10', 'at 15']])
    await sending.send(await sending.plan({ title: 'at 60' }))
    await sending.runUntil(at(64))
    expect(sending.titles()).toHaveLength(3)
    await sending.runUntil(at(65))
    expect(sending.titles().at(-1)).toEqual(['at 60'])
  })

  test('does not count failures', async () => {
    const sending = await startSending({ maxPerHour: 1 })
    sending.results.push({ status: 'rejected', detail: 'status 400' })
    for (let alert = 0; alert < 2; alert++) await sending.send(await sending.plan())
    expect(sending.sent).toHaveLength(2)
  })

  test('releases held alerts when it is lifted', async () => {
    const sending = await startSending({ maxPerHour: 1 })
    for (let alert = 0; alert < 2; alert++) await sending.send(await sending.plan())
    await sending.saveSettings(someSettings())
    await sending.sendNext()
    expect(sending.sent).toHaveLength(2)
  })
})
