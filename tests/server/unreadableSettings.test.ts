import pg from 'pg'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { DEFAULT_NOTIFICATION_SETTINGS, type NotificationSettings } from '../../contract/notifications.ts'
import { startTestServer, TestUser } from '../support/server.ts'

const UNREADABLE = { email: { enabled: 'sometimes' }, ofAnotherVersion: true }

/** A user with stored settings that this version cannot read, and the server's log. */
async function start() {
  const logged: Record<string, unknown>[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void logged.push(JSON.parse(line)) })
  const { address, databaseUrl } = await startTestServer({}, { log })
  const user = await TestUser.signIn(address)
  const { id } = await user.get<{ id: string }>('/api/user/me')
  const settings = await user.get<NotificationSettings>('/api/notifications/settings')
  expect((await user.call('PUT', '/api/notifications/settings', settings)).status).toBe(200)
  const database = new pg.Client(databaseUrl)
  await database.connect()
  onTestFinished(() => database.end())
  const row = async () => (await database.query('select settings, unreadable from notification_settings')).rows[0]
  const put = (value: unknown) => database.query('update notification_settings set settings = $1', [JSON.stringify(value)])
  return { user, id, settings, logged, row, put }
}

test('unreadable settings fall back to the defaults, are logged with their user, and are kept', async () => {
  const { user, id, logged, row, put } = await start()
  await put(UNREADABLE)
  expect(await user.get<NotificationSettings>('/api/notifications/settings')).toMatchObject({
    maxPerHour: DEFAULT_NOTIFICATION_SETTINGS.maxPerHour,
    email: { enabled: true },
  })
  expect(logged).toContainEqual(expect.objectContaining({ userId: id, msg: expect.stringContaining('settings unreadable') }))
  expect((await row()).settings).toEqual(UNREADABLE)
})

test('saving over them keeps a copy', async () => {
  const { user, settings, row, put } = await start()
  await put(UNREADABLE)
  expect((await user.call('PUT', '/api/notifications/settings', { ...settings, maxPerHour: 7 })).status).toBe(200)
  expect(await row()).toMatchObject({ settings: { maxPerHour: 7 }, unreadable: UNREADABLE })
  // The next save has nothing to keep, and loses nothing that was kept.
  await user.call('PUT', '/api/notifications/settings', { ...settings, maxPerHour: 8 })
  expect(await row()).toMatchObject({ settings: { maxPerHour: 8 }, unreadable: UNREADABLE })
})

test('a readable record is replaced without a copy', async () => {
  const { user, settings, row } = await start()
  await user.call('PUT', '/api/notifications/settings', { ...settings, maxPerHour: 7 })
  expect(await row()).toMatchObject({ settings: { maxPerHour: 7 }, unreadable: null })
})
