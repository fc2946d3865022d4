import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { ApiError } from '../../src/api/errors.ts'
import { logOutAtom } from '../../src/features/signIn/logOut.ts'
import { announceLogOut, leaveWhenLoggedOut } from '../../src/leave.ts'
import { outboxEntriesAtom } from '../../src/offline/outbox/entries.ts'
import { changeSessionAtom } from '../../src/session/session.ts'
import { userAtom } from '../../src/session/user.ts'
import { id, NOW, user } from './support/fixtures.ts'
import { renderApp } from './support/renderApp.tsx'

let app: Awaited<ReturnType<typeof renderApp>>
beforeEach(() => page.viewport(360, 740))
afterEach(async () => {
  vi.restoreAllMocks()
  app.end()
  sessionStorage.clear()
  await page.viewport(414, 896)
})

const open = async (path: string, session: { isAnonymous?: boolean; isAuthenticated?: boolean } = {}) => {
  app = await renderApp('/nowhere', ({ answers }) => {
    answers.readUser = () => user(1, false)
    answers.listFilters = () => []
    answers.readMarketplace = () => {
      throw new ApiError('not_found', 404)
    }
  })
  app.store.set(changeSessionAtom, session)
  if (session.isAnonymous === false) app.store.set(userAtom, user(1, false))
  await app.router.navigate({ href: path })
}
const SIGNED_IN = { isAnonymous: false }
const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name })

describe('the header of the public pages', () => {
  it.each([
    ['/', { isAnonymous: true }],
    ['/de', { isAnonymous: true }],
    ['/', SIGNED_IN],
    ['/de', SIGNED_IN],
    ['/de', { isAuthenticated: false }],
  ])('fits one line on a narrow phone: %s, %o', async (path, session) => {
    await open(path, session)
    await expect.element(heading(/./)).toBeVisible()
    const tops = [...document.querySelectorAll('header a')].map((link) => link.getBoundingClientRect().top)
    expect(new Set(tops).size).toBe(1)
    expect(document.documentElement.scrollWidth).toBe(360)
  })
})

describe('the landing page', () => {
  it.each(['/', '/de'])('keeps its height when the session becomes known: %s', async (path) => {
    await open(path, { isAuthenticated: false })
    const ways = () => page.getByRole('main').getByRole('paragraph').nth(1).element().getBoundingClientRect()
    await expect.element(page.getByRole('main').getByRole('link', { name: /Register|Registrieren/ })).toBeVisible()
    const before = ways()
    app.store.set(changeSessionAtom, { isAuthenticated: true, isAnonymous: false })
    await expect.element(page.getByRole('main').getByRole('link', { name: /Open Lotwatch|Lotwatch öffnen/ })).toBeVisible()
    expect([ways().top, ways().height]).toEqual([before.top, before.height])
    await expect.element(page.getByRole('link', { name: /Register|Registrieren/ })).not.toBeInTheDocument()
  })
})

describe('somebody who is signed in', () => {
  it.each([
    ['/login', 'You are signed in as ada@example.com.', 'Overview'],
    ['/register', 'You are signed in as ada@example.com.', 'Overview'],
    ['/de/login', 'Du bist als ada@example.com angemeldet.', 'Übersicht'],
  ])('sees the current account instead of the form at %s', async (path, text, overview) => {
    await open(path, SIGNED_IN)
    await expect.element(page.getByText(text)).toBeVisible()
    await expect.element(page.getByLabelText(/Password|Passwort/)).not.toBeInTheDocument()
    await page.getByRole('link', { name: overview }).click()
    await expect.poll(() => app.router.state.location.pathname).toMatch(/\/overview$/)
  })

  it('may log out there, and is asked while changes wait, by keyboard too', async () => {
    await open('/login', SIGNED_IN)
    const state = 'waiting' as const
    const change = {
      id: id(1),
      call: 'deleteFilter' as const,
      subject: id(2),
      label: 'Cameras',
      createdAt: NOW,
      attempts: 0,
      state,
    }
    app.store.set(outboxEntriesAtom, [change])
    await page.getByRole('button', { name: 'Log out' }).click()
    await expect.element(page.getByRole('alert')).toHaveFocus()
    await page.getByRole('button', { name: 'Stay logged in' }).click()
    await expect.element(page.getByRole('button', { name: 'Log out' })).toHaveFocus()
    await page.getByRole('button', { name: 'Log out' }).click()
    await page.getByRole('button', { name: 'Log out anyway' }).click()
    await expect.element(page.getByLabelText('Password')).toBeVisible()
  })

  it('may log out there', async () => {
    await open('/login', SIGNED_IN)
    await page.getByRole('button', { name: 'Log out' }).click()
    await expect.element(page.getByLabelText('Password')).toBeVisible()
    expect(app.namesOfCalls()).toContain('endSession')
  })
})

describe('a page that is not there', () => {
  it.each([
    ['/nowhere/at/all', 'Page Not Found: /nowhere/at/all', 'This page does not exist, or no longer exists.'],
    ['/fr', 'Page Not Found: /fr', 'This page does not exist, or no longer exists.'],
    ['/de/nirgends', 'Seite nicht gefunden: /de/nirgends', 'Diese Seite gibt es nicht oder nicht mehr.'],
    ['/marketplaces', 'Page Not Found: /marketplaces', 'This page does not exist, or no longer exists.'],
    ['/marketplaces/other', 'Page Not Found: /marketplaces/other', 'This page does not exist, or no longer exists.'],
    ['/filters/no/such', 'Page Not Found: /filters/no/such', 'This page does not exist, or no longer exists.'],
  ])('%s shows the not-found page in its own frame', async (path, title, text) => {
    // A headless browser counts as a bot, which gets no error page.
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(
      'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    )
    await open(path)
    await expect.element(heading(title)).toBeVisible()
    await expect.element(page.getByText(text)).toBeVisible()
    await expect.element(page.getByRole('navigation', { name: /Main|Haupt/ })).toBeVisible()
    expect(document.querySelectorAll('main')).toHaveLength(1)
    expect(document.querySelectorAll('nav')).toHaveLength(1)
    const prefix = path.startsWith('/de') ? '/de' : ''
    const links = [...document.querySelectorAll('nav a, main a')].map((link) => link.getAttribute('href'))
    expect(links).toEqual([prefix || '/', ...['/login', '/auctions', '/auctions'].map((to) => prefix + to), prefix || '/'])
  })
})

describe('a log-out', () => {
  const said = () => page.getByRole('status').getByText('You are logged out.')

  it('is announced on the sign-in page, which takes the focus', async () => {
    // Offline, no new document is loaded, which would end this test.
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    await open('/overview', SIGNED_IN)
    leaveWhenLoggedOut({ store: app.store, router: app.router, prefix: () => undefined })
    app.store.set(logOutAtom)
    await expect.element(said()).toBeVisible()
    await expect.element(heading('Sign in')).toHaveFocus()
    expect(app.router.state.location.pathname).toBe('/login')
  })

  it('is announced once, by the next document only', async () => {
    await open('/login', { isAuthenticated: false })
    announceLogOut(app.store)
    await expect.element(said()).not.toBeInTheDocument()
    sessionStorage.setItem('lotwatch.loggedOut', '1')
    announceLogOut(app.store)
    await expect.element(said()).toBeVisible()
    expect(sessionStorage.getItem('lotwatch.loggedOut')).toBeNull()
  })
})
