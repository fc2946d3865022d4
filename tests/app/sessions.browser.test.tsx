import { afterEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { DEFAULT_NOTIFICATION_SETTINGS } from '../../contract/notifications.ts'
import { ApiError } from '../../src/api/errors.ts'
import { id } from './support/fixtures.ts'
import { renderApp } from './support/renderApp.tsx'

let app: Awaited<ReturnType<typeof renderApp>>
afterEach(async () => {
  app.end()
  await page.viewport(414, 896)
})

const session = (number: number, device: string) => ({
  ...{ id: id(number), device, createdAt: new Date().toISOString(), lastSeenAt: new Date().toISOString() },
  current: number === 1,
})
const HERE = session(1, 'Firefox on Linux')
const OTHERS = [session(2, 'Chrome on Android'), session(3, 'Safari on iPhone')]

/** Opens the account page of a user with these sessions. */
async function open(path: string, start: (typeof HERE)[], refusal?: ApiError) {
  let sessions = start
  app = await renderApp(path, ({ answers }) => {
    answers.readNotificationSettings = () => DEFAULT_NOTIFICATION_SETTINGS
    answers.listDevices = () => []
    answers.listFeedLinks = () => []
    answers.listFilters = () => []
    answers.listSessions = () => sessions
    answers.endOtherSessions = () => {
      if (refusal) throw refusal
      sessions = sessions.filter(({ current }) => current)
    }
  })
}
const ended = () => app.namesOfCalls().filter((name) => name === 'endOtherSessions')

describe('all other sessions', () => {
  it('end after a question, and the list says so', async () => {
    await open('/account', [HERE, ...OTHERS])
    await page.getByRole('button', { name: 'End all other sessions' }).click()
    const dialog = page.getByRole('dialog', { name: 'End all other sessions?' })
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(ended()).toEqual([])
    await page.getByRole('button', { name: 'End all other sessions' }).click()
    await dialog.getByRole('button', { name: 'End the others' }).click()
    await expect.element(page.getByText(/^Chrome on Android/)).not.toBeInTheDocument()
    await expect.element(page.getByText(/^Firefox on Linux/)).toBeVisible()
    expect(ended()).toHaveLength(1)
    await expect.element(page.getByRole('button', { name: 'End all other sessions' })).not.toBeInTheDocument()
  })

  it('can be told apart, the same browser twice too', async () => {
    const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
    const twin = { ...session(2, 'Firefox on Linux'), createdAt: '2026-03-01T12:00:00Z', lastSeenAt: ago(3) }
    await open('/account', [HERE, twin])
    await expect.element(page.getByText('since Mar 1, 2026 · last active 3 hours ago', { exact: true })).toBeVisible()
    await expect.poll(() => page.getByText(/^Firefox on Linux/).elements().length).toBe(2)
    await expect.element(page.getByText('This browser', { exact: true })).toBeVisible()
    expect(page.getByText(/last active/).elements()).toHaveLength(1)
  })

  it('are not offered where there is one', async () => {
    await open('/account', [HERE])
    await expect.element(page.getByText(/^Firefox on Linux/)).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'End all other sessions' })).not.toBeInTheDocument()
  })

  it('stay in the list, with a word, when they could not be ended', async () => {
    await open('/account', [HERE, ...OTHERS], new ApiError('unavailable', 503))
    await page.getByRole('button', { name: 'End all other sessions' }).click()
    await page.getByRole('button', { name: 'End the others' }).click()
    await expect.poll(() => app.namesOfCalls().filter((name) => name === 'listSessions').length).toBeGreaterThan(1)
    await expect.element(page.getByText(/^Safari on iPhone/)).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'End all other sessions' })).toBeEnabled()
  })

  it.each([
    [360, '/account', 'End all other sessions'],
    [1280, '/de/account', 'Alle anderen Sitzungen beenden'],
    [360, '/de/account', 'Alle anderen Sitzungen beenden'],
  ])('fit the page: %d px, %s', async (width, path, button) => {
    await page.viewport(width, 800)
    await open(path, [HERE, ...OTHERS])
    await page.getByRole('button', { name: button }).click()
    await expect.element(page.getByRole('dialog')).toBeVisible()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  })
})
