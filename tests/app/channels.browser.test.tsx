import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { DEFAULT_NOTIFICATION_SETTINGS, type EmailStatus } from '../../contract/notifications.ts'
import { renderApp } from './support/renderApp.tsx'

let end = () => {}
afterEach(() => end())

/** The account page, where the mail address stands as the server says. */
async function openAccount(path: string, status: EmailStatus) {
  const { email, ...rest } = DEFAULT_NOTIFICATION_SETTINGS
  const app = await renderApp(path, ({ answers }) => {
    answers.readNotificationSettings = () => ({ ...rest, email: { ...email, address: 'alerts@example.org', status } })
    answers.listDevices = () => []
    answers.confirmEmail = () => ({ status: 'accepted', detail: 'taken by the mail server' })
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
