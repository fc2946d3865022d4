import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { ApiError } from '../../src/api/errors.ts'
import { runningAuctionsAtom } from '../../src/features/landing/pageData.ts'
import { auction } from './support/fixtures.ts'
import { renderApp } from './support/renderApp.tsx'

const demo = {
  ...{ id: 'demo', name: 'Demo auction house', homePage: 'https://demo.example', demo: true, ownSection: false },
  ...{ criteria: ['price'], health: { state: 'ok', failures: 0, lastSuccessAt: '2026-11-20T12:00:00.000Z' } },
}

let app: Awaited<ReturnType<typeof renderApp>>
let isOnline = true
beforeEach(() => {
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline)
})
afterEach(() => {
  app.end()
  isOnline = true
  vi.restoreAllMocks()
})
const turn = (to: 'online' | 'offline') => {
  isOnline = to === 'online'
  dispatchEvent(new Event(to))
}
const open = async (path: string) => {
  app = await renderApp(path, ({ answers, store }) => {
    store.set(runningAuctionsAtom, [auction(1)])
    answers.readMarketplace = () => demo
  })
}
const offline = page.getByRole('banner').getByText('Offline', { exact: true })

describe('without a network', () => {
  it.each(['/', '/login', '/register', '/marketplaces/demo', '/de'])(
    '%s shows the offline line until the network returns',
    async (path) => {
      await open(path)
      await expect.element(offline).not.toBeInTheDocument()
      turn('offline')
      await expect.element(offline).toBeVisible()
      turn('online')
      await expect.element(offline).not.toBeInTheDocument()
    },
  )

  it('a marketplace page shows no health', async () => {
    await open('/marketplaces/demo')
    await expect.element(page.getByText('read on time')).toBeVisible()
    turn('offline')
    await expect.element(page.getByText('read on time')).not.toBeInTheDocument()
    await expect.element(page.getByText(/^Last read/)).not.toBeInTheDocument()
  })

  it('a marketplace that is not stored here says that it cannot be read, and loads with a retry', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    // The test browser's user agent says "headless" and so counts as a bot, which gets no error page.
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(
      'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    )
    let isReachable = false
    app = await renderApp('/marketplaces/demo', ({ answers }) => {
      answers.readMarketplace = () => {
        if (!isReachable) throw new ApiError('offline')
        return demo
      }
    })
    await expect.element(page.getByRole('heading', { name: 'You are offline, or the server cannot be reached.' })).toBeVisible()
    expect(page.getByText('500').elements()).toHaveLength(0)
    isReachable = true
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.element(page.getByRole('heading', { level: 1, name: 'Demo auction house' })).toBeVisible()
  })

  it('auctions are not said to run now', async () => {
    await open('/')
    await expect.element(page.getByRole('heading', { name: 'Running right now' })).toBeVisible()
    turn('offline')
    await expect.element(page.getByRole('heading', { name: 'Running when this page was loaded' })).toBeVisible()
  })
})
