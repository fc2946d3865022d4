import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { SignIn } from '../../src/identity/identity.ts'
import { changeSessionAtom } from '../../src/session/session.ts'
import { user } from './support/fixtures.ts'
import { renderApp } from './support/renderApp.tsx'

let app: Awaited<ReturnType<typeof renderApp>>
beforeEach(() => page.viewport(1280, 800))
afterEach(async () => {
  app.end()
  await page.viewport(414, 896)
})

const answerWith = (...answers: SignIn[]) => vi.fn(async () => answers.shift() ?? { kind: 'signedIn' as const, idToken: 'id' })

async function open(path: string, ...answers: SignIn[]) {
  const email = answerWith(...answers)
  app = await renderApp(path, ({ world, answers: server }) => {
    world.identity.email = email
    server.readUser = () => user(1, false)
    server.listFilters = () => []
    server.listMatches = () => ({ items: [], nextCursor: null, asOf: new Date().toISOString() })
  })
  return email
}

async function signIn() {
  await page.getByLabelText('Email').fill('nobody@example.org')
  await page.getByLabelText('Password').fill('a sentence')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

it('asks before it makes an account of a sign-in, and makes it when it is wanted', async () => {
  const email = await open('/login', { kind: 'noAccount' })
  await signIn()
  await expect.element(page.getByRole('alert').getByText('No account with this address. Create one?')).toBeVisible()
  expect(email).toHaveBeenCalledTimes(1)
  expect(email).toHaveBeenLastCalledWith({ address: 'nobody@example.org', password: 'a sentence', isNew: false }, { link: true })
  await page.getByRole('button', { name: 'Create account' }).click()
  expect(email).toHaveBeenLastCalledWith({ address: 'nobody@example.org', password: 'a sentence', isNew: true }, { link: true })
  await expect.poll(() => app.router.state.location.pathname).toBe('/overview')
})

it('asks in German as well', async () => {
  await open('/de/login', { kind: 'noAccount' })
  await page.getByLabelText('E-Mail').fill('nobody@example.org')
  await page.getByLabelText('Passwort').fill('a sentence')
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
  await expect.element(page.getByRole('button', { name: 'Konto anlegen' })).toBeVisible()
})

it.each([
  [360, '/login'],
  [1280, '/login'],
  [1280, '/de/login'],
])('shows the email-in-use message without overflow: %d px, %s', async (width, path) => {
  await page.viewport(width, 800)
  await open(path, { kind: 'emailInUse' })
  const german = path.startsWith('/de')
  await page.getByLabelText(german ? 'E-Mail' : 'Email').fill('ada@example.org')
  await page.getByLabelText(german ? 'Passwort' : 'Password').fill('a sentence')
  await page.getByRole('button', { name: german ? 'Anmelden' : 'Sign in', exact: true }).click()
  const alert = page.getByRole('alert')
  await expect.element(alert).toBeVisible()
  const text = alert.element().querySelector('p')
  const button = alert.element().querySelector('button')
  expect(text?.getBoundingClientRect().width).toBeGreaterThan(200)
  expect(button?.getBoundingClientRect().height).toBeLessThan(100)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
})

it.each([
  ['/register', true, 'Register', 'Sign in there and leave the guest behind'],
  ['/register', false, 'Register', 'Sign in'],
  ['/de/register', true, 'Registrieren', 'Anmelden und den Gastzugang aufgeben'],
  ['/de/register', false, 'Registrieren', 'Anmelden'],
] as const)('speaks of a guest to guests alone: %s, %s', async (path, isGuest, register, signInThere) => {
  await open(path, { kind: 'emailInUse' })
  app.store.set(changeSessionAtom, { isAuthenticated: isGuest, isAnonymous: isGuest })
  await page.getByLabelText(/^E-?mail$/i).fill('ada@example.org')
  await page.getByLabelText(/^Passwor[dt]$/).fill('a sentence')
  await page.getByRole('button', { name: register }).click()
  await page.getByRole('alert').getByRole('button', { name: signInThere, exact: true }).click()
  await expect.poll(() => app.router.state.location.pathname).toMatch(/\/overview$/)
})

it('tells a guest what stays and what does not', async () => {
  await open('/login')
  await expect.element(page.getByText(/Signing in to an existing account leaves them behind\./)).toBeVisible()
  app.end()
  await open('/register')
  await expect.element(page.getByText(/Your filters and auctions stay with you\./)).toBeVisible()
})
