import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import {
  type Channel,
  type ChannelLink,
  DEFAULT_NOTIFICATION_SETTINGS,
  type NotificationSettings,
} from '../../contract/notifications.ts'
import { CHANNELS } from '../../contract/vocabulary/kinds.ts'
import { ApiError } from '../../src/api/errors.ts'
import { renderApp } from './support/renderApp.tsx'

const CODE = 'abcdefghijklmnopqrst-_'
const NAME = 'Ada Lovelace'
/** Long enough for the settings to be read again. */
const LINKED_MS = 10_000

let end = () => {}
afterEach(() => end())

/** Opens the account page; the fake server links the chat when the test says so. */
async function openAccount(
  path: string,
  {
    chat = '',
    offered = CHANNELS,
    lifetimeMs = 900_000,
  }: { chat?: string; offered?: readonly Channel[]; lifetimeMs?: number } = {},
) {
  const { telegram } = DEFAULT_NOTIFICATION_SETTINGS
  let stored: NotificationSettings = {
    ...DEFAULT_NOTIFICATION_SETTINGS,
    telegram: { ...telegram, chat, enabled: chat !== '' },
    offered: [...offered],
  }
  const link = (name: string) => {
    stored = { ...stored, telegram: { ...stored.telegram, chat: name, enabled: name !== '' } }
  }
  const app = await renderApp(path, ({ answers }) => {
    answers.readNotificationSettings = () => stored
    answers.replaceNotificationSettings = ({ input }) => {
      stored = input.body as NotificationSettings
      return stored
    }
    answers.linkChannel = (): ChannelLink => ({
      code: CODE,
      url: `https://t.me/LotwatchTestBot?start=${CODE}`,
      expiresAt: new Date(Date.now() + lifetimeMs).toISOString(),
    })
    answers.unlinkChannel = () => link('')
    answers.testChannel = () => ({ status: 'accepted', detail: 'status 200' })
    answers.listDevices = () => []
  })
  end = app.end
  return { ...app, link, saved: () => stored }
}

test('a chat is connected by a link or a code, and shown as soon as it is', async () => {
  const { namesOfCalls, link, saved } = await openAccount('/account')
  await page.getByRole('button', { name: 'Connect Telegram' }).click()
  const open = page.getByRole('link', { name: 'Open Telegram' })
  await expect.element(open).toHaveAttribute('href', `https://t.me/LotwatchTestBot?start=${CODE}`)
  await expect.element(page.getByLabelText('Code', { exact: true })).toHaveValue(CODE)
  await expect.element(page.getByText('Waiting for your message to the bot…')).toBeVisible()
  link(NAME)
  await expect.element(page.getByText(`Connected: ${NAME}`), { timeout: LINKED_MS }).toBeVisible()
  await expect.element(open).not.toBeInTheDocument()
  const { length } = namesOfCalls().filter((name) => name === 'readNotificationSettings')
  expect(length).toBeGreaterThan(1)
  await page.getByRole('switch', { name: 'Telegram' }).click()
  await expect.poll(() => saved().telegram.enabled).toBe(false)
})

test('an expired code is replaced by a new one, in German too', async () => {
  await openAccount('/de/account', { lifetimeMs: -1 })
  await page.getByRole('button', { name: 'Telegram verbinden' }).click()
  await expect.element(page.getByText('Der Code ist abgelaufen.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Neuen Code holen' })).toBeVisible()
})

test('a connected chat has its frequency, a test and a way out, and fits a phone', async () => {
  await page.viewport(360, 740)
  const { namesOfCalls, saved } = await openAccount('/account', { chat: 'x'.repeat(100) })
  await expect.element(page.getByRole('button', { name: 'Disconnect' })).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360)
  // Push, mail, Discord, Telegram.
  await page.getByLabelText('How often').nth(3).selectOptions('every day')
  await expect.poll(() => saved().telegram.frequency).toBe('daily')
  await page.getByRole('button', { name: 'Disconnect' }).click()
  await expect.element(page.getByRole('button', { name: 'Connect Telegram' })).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360)
  expect(namesOfCalls()).toContain('unlinkChannel')
})

test('a code that cannot be made is said', async () => {
  const { answers } = await openAccount('/account')
  answers.linkChannel = () => {
    throw new ApiError('unavailable')
  }
  await page.getByRole('button', { name: 'Connect Telegram' }).click()
  await expect.element(page.getByRole('button', { name: 'Connect Telegram' })).toBeEnabled()
  await expect.element(page.getByRole('link', { name: 'Open Telegram' })).not.toBeInTheDocument()
})

test('without a bot Telegram does not appear', async () => {
  await openAccount('/account', { offered: CHANNELS.filter((channel) => channel !== 'telegram') })
  await expect.element(page.getByRole('heading', { name: 'Discord' })).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Telegram' })).not.toBeInTheDocument()
})
