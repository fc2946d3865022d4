import { afterEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { ApiError } from '../../src/api/errors.ts'
import { isStreamRefusedAtom } from '../../src/data/streamState.ts'
import { changeSessionAtom } from '../../src/session/session.ts'
import { renderApp } from './support/renderApp.tsx'

let app: Awaited<ReturnType<typeof renderApp>>
afterEach(() => {
  app.end()
  vi.restoreAllMocks()
})

const loggedOut = { isAuthenticated: false, isAnonymous: true, token: null } as const

async function openRefused(path: string) {
  app = await renderApp(path, ({ world, answers }) => {
    world.exchange = () => Promise.reject(new ApiError('guest_limit_reached', 429))
    answers.listPlans = () => []
  })
  app.store.set(changeSessionAtom, loggedOut)
}

describe('a visitor who cannot become a guest', () => {
  it.each(['/overview', '/auctions', '/filters', '/account'])('sees the reason, sign-in and registration on %s', async (path) => {
    await openRefused(path)
    await expect.element(page.getByRole('heading', { name: /^Too many guest/ })).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'Sign in' })).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'Register' })).toBeVisible()
    expect(page.getByText('Loading').elements()).toHaveLength(0)
  })

  it('can still write a filter, and hears when it is sent', async () => {
    await openRefused('/filters/create')
    await expect.element(page.getByRole('heading', { name: /^Too many guest/ })).toBeVisible()
    await page.getByLabelText('Keywords', { exact: true }).fill('leica')
    await page.getByRole('button', { name: 'Save filter' }).click()
    await expect.element(page.getByText('Saved on this device. It is sent once you are signed in.')).toBeVisible()
  })

  it('goes on once a try succeeds', async () => {
    await openRefused('/filters')
    await expect.element(page.getByRole('alert')).toBeVisible()
    app.answers.listFilters = () => []
    app.world.exchange = async () => 'a session'
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.element(page.getByText('Loading')).not.toBeInTheDocument()
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  })
})

it('a tab that gets no live updates says why', async () => {
  app = await renderApp('/filters', ({ answers }) => {
    answers.listFilters = () => []
  })
  app.store.set(isStreamRefusedAtom, true)
  await expect.element(page.getByText('The app is open in too many windows. Close one to get live updates here.')).toBeVisible()
})

it('the filters say offline that this device keeps none, without a session too', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  app = await renderApp('/filters', ({ world }) => {
    world.identity.guest = () => Promise.reject(new Error('offline'))
  })
  app.store.set(changeSessionAtom, loggedOut)
  await expect.element(page.getByRole('heading', { name: 'Nothing here on this device' })).toBeVisible()
  expect(page.getByText('Loading').elements()).toHaveLength(0)
})
