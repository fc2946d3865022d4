import { afterEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { DEFAULT_NOTIFICATION_SETTINGS } from '../../contract/notifications.ts'
import { changePreferencesAtom, preferencesAtom } from '../../src/preferences/preferences.ts'
import { matchesAtom } from '../../src/session/cachedAuctions.ts'
import { match } from './support/fixtures.ts'
import { renderApp } from './support/renderApp.tsx'

let app: Awaited<ReturnType<typeof renderApp>>
afterEach(() => app.end())

it.each([
  ['/account', /^Single-key shortcuts/],
  ['/de/account', /^Tastenkürzel mit einer Taste/],
])('%s switches single-key shortcuts, which are on by default', async (path, name) => {
  app = await renderApp(path, ({ answers }) => {
    answers.readNotificationSettings = () => DEFAULT_NOTIFICATION_SETTINGS
    answers.listDevices = () => []
    answers.listSessions = () => []
    answers.listFeedLinks = () => []
  })
  const choice = page.getByRole('switch', { name })
  await expect.element(choice).toBeChecked()
  await choice.click()
  await expect.element(choice).not.toBeChecked()
  expect(app.store.get(preferencesAtom).shortcuts).toBe(false)
})

it('no single key acts in the inbox while shortcuts are off', async () => {
  app = await renderApp('/auctions', ({ answers }) => {
    answers.listMatches = () => ({ items: [match(1)], nextCursor: null, asOf: new Date().toISOString() })
    answers.listFilters = () => []
  })
  app.store.set(changePreferencesAtom, { shortcuts: false })
  const link = page.getByRole('link', { name: match(1).auction.title })
  await expect.element(link).toBeVisible()
  await userEvent.keyboard('jh?')
  await expect.element(link).not.toHaveFocus()
  expect(page.getByRole('dialog').elements()).toEqual([])
  expect(app.store.get(matchesAtom).get(match(1).id)?.state).toBe('new')

  app.store.set(changePreferencesAtom, { shortcuts: true })
  await userEvent.keyboard('j')
  await expect.element(link).toHaveFocus()
})
