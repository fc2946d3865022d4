import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { DEFAULT_NOTIFICATION_SETTINGS, type EmailStatus, type NotificationSettings } from '../../contract/notifications.ts'
import { renderApp } from './support/renderApp.tsx'

let end = () => {}
afterEach(() => end())

/** Opens the account page with this status of the mail address. */
async function openAccount(path: string, status: EmailStatus) {
  const { email, ...rest } = DEFAULT_NOTIFICATION_SETTINGS
  const app = await renderApp(path, ({ answers }) => {
    answers.readNotificationSettings = () => ({ ...rest, email: { ...email, address: 'alerts@example.org', status } })
    answers.listDevices = () => []
    answers.confirmEmail = () => ({ status: 'accepted', detail: 'accepted by the mail server' })
  })
  end = app.end
  return app
}

test('an address that is not confirmed says so, and its link is sent at a tap', async () => {
  const { namesOfCalls } = await openAccount('/account', 'unconfirmed')
  await expect.element(page.getByText('Alerts go to this address once you have confirmed it.')).toBeVisible()
  expect(namesOfCalls()).not.toContain('confirmEmail')
  await page.getByRole('button', { name: 'Send confirmation link' }).click()
  await expect.element(page.getByText('The link is on its way. Open it to get alerts there.')).toBeVisible()
  expect(namesOfCalls().filter((name) => name === 'confirmEmail')).toHaveLength(1)
})

test('an address that mails came back from says so, in German too', async () => {
  await openAccount('/de/account', 'bounced')
  await expect.element(page.getByText(/Mails an diese Adresse kamen zurück/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Bestätigungslink senden' })).toBeVisible()
})

test('an address that works says nothing', async () => {
  await openAccount('/account', 'ready')
  await expect.element(page.getByRole('heading', { name: 'Email' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Send confirmation link' })).not.toBeInTheDocument()
})

/** Opens the account page with these settings; the fake server stores and returns saved ones. */
async function openSettings(path: string, change: Partial<NotificationSettings>) {
  let stored: NotificationSettings = { ...DEFAULT_NOTIFICATION_SETTINGS, ...change }
  const app = await renderApp(path, ({ answers }) => {
    answers.readNotificationSettings = () => stored
    answers.replaceNotificationSettings = ({ input }) => {
      stored = input.body as NotificationSettings
      return stored
    }
    answers.listDevices = () => []
  })
  end = app.end
  return { saved: () => stored }
}

test('each channel has its own rhythm, and says when what it gathers comes', async () => {
  const { saved } = await openSettings('/account', {})
  const choices = page.getByLabelText('How often')
  await expect.element(choices.nth(2)).toBeVisible()
  // Push, mail, Discord.
  await choices.nth(0).selectOptions('every day')
  await expect.poll(() => saved().webPush.frequency).toBe('daily')
  await choices.nth(2).selectOptions('every week')
  await expect.poll(() => saved().discord.frequency).toBe('weekly')
  expect(saved().email.frequency).toBe('instant')
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  expect(saved().quietHours.timeZone).toBe(timeZone)
  await expect.element(page.getByText(`At 8:00, ${timeZone}. Reminders of ends come at once.`, { exact: true })).toBeVisible()
  await expect.element(page.getByText(`Mondays at 8:00, ${timeZone}. Reminders of ends come at once.`)).toBeVisible()
})

test('quiet hours and the cap say what becomes of what they hold, in German too', async () => {
  const { saved } = await openSettings('/de/account', {
    quietHours: { enabled: true, from: '22:00', to: '07:00', timeZone: 'Europe/Berlin' },
  })
  await expect.element(page.getByText(/^Zeitzone: Europe\/Berlin\. Gesucht wird weiter/)).toBeVisible()
  await expect.element(page.getByText(/Was darüber ist, kommt gesammelt/)).toBeVisible()
  const cap = page.getByLabelText('Meldungen pro Stunde, höchstens')
  await cap.fill('5')
  await page.getByLabelText('Von').click()
  await expect.poll(() => saved().maxPerHour).toBe(5)
})
