import type { Page } from '@playwright/test'
import type { ShellAction, ShellRequest } from '../../contract/shell.ts'
import { serverOf, statusOf } from './support/api.ts'
import { expect, test } from './support/app.ts'
import { storedRecord, storedSession } from './support/device.ts'
import { accountToken, guestToken, newPerson, tokenOf } from './support/identity.ts'

/** Fakes the mobile shell around the page. */
async function announceShell(page: Page): Promise<ShellRequest[]> {
  const asked: ShellRequest[] = []
  await page.exposeFunction('shellHears', (message: string) => void asked.push(JSON.parse(message)))
  await page.addInitScript(() => {
    const { shellHears } = globalThis as unknown as { shellHears(message: string): void }
    Object.assign(globalThis, { LotwatchShell: { postMessage: shellHears } })
  })
  return asked
}

/** Sends a message like the shell: the page posts to itself. */
const say = (page: Page, message: ShellAction | object | string) =>
  page.evaluate((data) => window.postMessage(data, location.origin), message)

const toast = (page: Page, text: string) => page.getByRole('status').getByText(text)

/** Waits until the page listens and all earlier messages were handled or ignored. */
async function heard(page: Page, word: string): Promise<void> {
  await expect(async () => {
    await say(page, { action: 'log', message: word })
    await expect(toast(page, word)).toBeVisible({ timeout: 1000 })
  }).toPass()
}

async function startAsGuest(page: Page): Promise<ShellRequest[]> {
  const asked = await announceShell(page)
  await page.goto('/filters')
  await expect.poll(() => asked).toContainEqual({ request: 'createAnonymousAccount' })
  await heard(page, 'the shell is here')
  expect((await storedRecord<{ token: string | null }>(page, 'session'))?.token ?? null).toBeNull()
  await say(page, { action: 'anonymousLoginSuccess', token: await guestToken() })
  await expect.poll(async () => (await storedSession(page)).isAnonymous).toBe(true)
  return asked
}

test('the page asks the shell for a guest and makes none itself; anonymousLoginSuccess opens the session', async ({
  page,
  baseURL,
}) => {
  await startAsGuest(page)
  expect(await storedSession(page)).toMatchObject({ isAuthenticated: true, isAnonymous: true, isWebView: true })
  expect(await (await serverOf(page, baseURL)).me()).toMatchObject({ isAnonymous: true })
  await expect(page).toHaveURL(/\/filters$/)
})

test('loginSuccess opens the account of its token, whoever the message says it is, and goes to /overview', async ({
  page,
  baseURL,
}) => {
  await startAsGuest(page)
  const person = newPerson()
  await say(page, {
    action: 'loginSuccess',
    user: { id: 'someone-else', name: 'Mallory', email: 'mallory@example.org' },
    token: await accountToken(person),
  })
  await expect(page).toHaveURL(/\/overview$/)
  await expect.poll(async () => (await storedSession(page)).isAnonymous).toBe(false)
  expect(await (await serverOf(page, baseURL)).me()).toMatchObject({ email: person.address })
  await page.getByRole('link', { name: 'Account' }).click()
  await expect(page.getByText(person.address)).toBeVisible()
  await expect(page.getByText('mallory')).toHaveCount(0)
})

test('a late anonymousLoginSuccess does not turn an account back into a guest', async ({ page, baseURL }) => {
  await startAsGuest(page)
  const person = newPerson()
  await say(page, { action: 'loginSuccess', user: {}, token: await accountToken(person) })
  await say(page, { action: 'anonymousLoginSuccess', token: await guestToken() })
  await heard(page, 'after the late guest')
  await expect(page).toHaveURL(/\/overview$/)
  await expect.poll(async () => (await storedSession(page)).isAnonymous).toBe(false)
  expect(await (await serverOf(page, baseURL)).me()).toMatchObject({ email: person.address })
})

test('another account asks before it takes the place of the one that is signed in', async ({ page, baseURL }) => {
  await startAsGuest(page)
  const [ada, bob] = [newPerson(), newPerson()]
  const adasToken = await accountToken(ada)
  await say(page, { action: 'loginSuccess', user: {}, token: adasToken })
  await expect(page).toHaveURL(/\/overview$/)
  await expect.poll(async () => (await storedSession(page)).isAnonymous).toBe(false)
  const { accountId } = await storedSession(page)

  // The same account again does not ask.
  await say(page, { action: 'loginSuccess', user: {}, token: adasToken })
  await heard(page, 'after herself')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  const exchanged = page.waitForResponse((response) => response.url().endsWith('/api/auth/firebase'))
  await say(page, { action: 'loginSuccess', user: {}, token: await accountToken(bob) })
  const { authToken } = await (await exchanged).json()
  const dialog = page.getByRole('dialog', { name: 'Sign in as another account?' })
  await expect(dialog).toContainText(`You are signed in as ${ada.address}.`)
  await expect(dialog).toContainText(`Your phone wants to sign in as ${bob.address}.`)
  await dialog.getByRole('button', { name: 'Stay signed in' }).click()
  await expect(dialog).toHaveCount(0)
  expect((await storedSession(page)).accountId).toBe(accountId)
  expect(await (await serverOf(page, baseURL)).me()).toMatchObject({ email: ada.address })
  await expect.poll(() => statusOf(authToken, baseURL), 'the session that nobody wants').toBe(401)

  await say(page, { action: 'loginSuccess', user: {}, token: await tokenOf(bob) })
  await dialog.getByRole('button', { name: 'Switch account' }).click()
  await expect.poll(async () => (await storedSession(page)).accountId).not.toBe(accountId)
  expect(await (await serverOf(page, baseURL)).me()).toMatchObject({ email: bob.address })
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(/\/overview$/)
})

test('a token that the server refuses opens nothing and leads nowhere', async ({ page }) => {
  await startAsGuest(page)
  const { token } = await storedSession(page)
  const refused = page.waitForResponse((response) => response.url().endsWith('/api/auth/firebase') && !response.ok())
  await say(page, { action: 'loginSuccess', user: { id: 'x' }, token: 'not an ID token' })
  await refused
  await expect(toast(page, 'Failed to login. Please try again.')).toBeVisible()
  expect(await storedSession(page)).toMatchObject({ token, isAnonymous: true })
  await expect(page).toHaveURL(/\/filters$/)
})

test('upgradeAccountSuccess goes to /overview; who the user is now, the server says', async ({ page }) => {
  await startAsGuest(page)
  await say(page, { action: 'upgradeAccountSuccess', user: { name: 'Ada', email: 'ada@example.org' } })
  await expect(page).toHaveURL(/\/overview$/)
  // The server knows of no upgrade, so the user is still a guest.
  expect(await storedSession(page)).toMatchObject({ isAnonymous: true })

  await page.goto('/filters')
  await heard(page, 'listening again')
  await say(page, { action: 'upgradeAccountSuccess', user: {}, token: await accountToken(newPerson()) })
  await expect(page).toHaveURL(/\/overview$/)
  await expect.poll(async () => (await storedSession(page)).isAnonymous).toBe(false)
})

test('error shows its message translated; one without a translation shows as it is', async ({ page }) => {
  await startAsGuest(page)
  await page.goto('/de/filters')
  await heard(page, 'auf Deutsch')
  await say(page, { action: 'error', message: 'thatEmnailInUse' })
  await expect(toast(page, 'Mit dieser E-Mail-Adresse gibt es schon ein Konto.')).toBeVisible()
  await say(page, { action: 'error', message: 'The camera is\u202e busy' })
  await expect(toast(page, 'The camera is  busy')).toBeVisible()
})

test('setNotificationToken is stored and registers the phone with the server', async ({ page, baseURL }) => {
  await startAsGuest(page)
  const server = await serverOf(page, baseURL)
  await say(page, { action: 'setNotificationToken', token: 'the-phone’s-own-token' })
  await expect.poll(async () => (await storedSession(page)).notificationToken).toBe('the-phone’s-own-token')
  await expect.poll(() => server.call('GET', '/api/notifications/devices')).toMatchObject([{ kind: 'native' }])
  // A new token replaces the old one of the same phone.
  await say(page, { action: 'setNotificationToken', token: 'a-newer-token-of-it' })
  await expect.poll(async () => (await storedSession(page)).notificationToken).toBe('a-newer-token-of-it')
  await heard(page, 'after the token')
  expect(await server.call('GET', '/api/notifications/devices')).toHaveLength(1)
})

test('a phone’s token that came before there was a session is registered once there is one', async ({ page, baseURL }) => {
  const asked = await announceShell(page)
  await page.goto('/filters')
  await expect.poll(() => asked).toContainEqual({ request: 'createAnonymousAccount' })
  await heard(page, 'the shell is here')
  await say(page, { action: 'setNotificationToken', token: 'earlier-than-the-session' })
  await say(page, { action: 'anonymousLoginSuccess', token: await guestToken() })
  const server = await serverOf(page, baseURL)
  await expect.poll(() => server.call('GET', '/api/notifications/devices')).toMatchObject([{ kind: 'native' }])

  // Another account on the same phone takes it over.
  await say(page, { action: 'loginSuccess', user: {}, token: await accountToken(newPerson()) })
  await expect.poll(() => server.call('GET', '/api/notifications/devices')).toEqual([])
  await expect.poll(async () => (await storedSession(page)).isAnonymous).toBe(false)
  const account = await serverOf(page, baseURL)
  await expect.poll(() => account.call('GET', '/api/notifications/devices')).toMatchObject([{ kind: 'native' }])
})

test('bad messages, frames and other windows change nothing', async ({ page, context }) => {
  await startAsGuest(page)
  // The plan loads after the sign-in; a guest has none.
  await expect.poll(async () => (await storedSession(page)).noPremium).toBe(true)
  const before = await storedSession(page)
  let exchanges = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/auth/firebase')) exchanges += 1
  })
  const token = await accountToken(newPerson())
  const login = { action: 'loginSuccess', user: {}, token }
  const bad: (object | string)[] = [
    { ...login, action: 'LoginSuccess' },
    { ...login, action: 'becomeAdmin' },
    { ...login, token: 42 },
    { ...login, token: '' },
    { action: 'loginSuccess', token },
    { ...login, user: 'Mallory' },
    { ...login, padding: 'x'.repeat(20_000) },
    { action: 'error', message: { html: '<b>' } },
    { action: 'setNotificationToken', token: 'short' },
    `{"action":"loginSuccess"`,
    '__proto__',
    [login],
  ]
  for (const message of bad) await say(page, message)

  // A same-origin frame, a cross-origin frame, and a window that the page has opened.
  await page.evaluate((identity) => {
    for (const address of ['about:blank', identity]) {
      const frame = document.createElement('iframe')
      frame.src = address
      document.body.append(frame)
    }
  }, `http://localhost:${process.env.E2E_IDENTITY_PORT}/`)
  await expect.poll(() => page.frames().filter((frame) => frame.url().includes('localhost')).length).toBe(2)
  for (const frame of page.frames().slice(1)) {
    await frame.evaluate((message) => parent.postMessage(message, '*'), login)
    await frame.evaluate((message) => parent.postMessage(JSON.stringify(message), '*'), login)
  }
  const opening = context.waitForEvent('page')
  await page.evaluate(() => void window.open('/login'))
  const opened = await opening
  await opened.waitForLoadState()
  await opened.evaluate((message) => window.opener?.postMessage(message, '*'), login)
  await opened.close()

  await heard(page, 'after all of them')
  expect(exchanges).toBe(0)
  expect(await storedSession(page)).toEqual(before)
  await expect(page).toHaveURL(/\/filters$/)
})

test('signing in is left to the shell, which links its guest', async ({ page }) => {
  const asked = await startAsGuest(page)
  await page.goto('/register')
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await page.getByRole('button', { name: 'Continue with email' }).click()
  await expect.poll(() => asked).toContainEqual({ request: 'upgradeAccount', provider: 'google' })
  expect(asked).toContainEqual({ request: 'upgradeAccount', provider: 'email' })
  await expect(page.getByRole('textbox')).toHaveCount(0)
})

test('the shell is asked for the phone’s token, and told of the log-out', async ({ page }) => {
  const asked = await startAsGuest(page)
  await expect.poll(() => asked).toContainEqual({ request: 'requestNotificationToken' })
  await say(page, { action: 'loginSuccess', user: {}, token: await accountToken(newPerson()) })
  await expect(page).toHaveURL(/\/overview$/)
  await page.getByRole('link', { name: 'Account' }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect.poll(() => asked).toContainEqual({ request: 'logout' })
})

test('without the shell nothing listens', async ({ page }) => {
  await page.goto('/filters')
  const before = await storedSession(page)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  let exchanges = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/auth/firebase')) exchanges += 1
  })
  const heardByPage = page.evaluate(
    () => new Promise<void>((resolve) => addEventListener('message', ({ data }) => data === 'last' && resolve())),
  )
  await say(page, { action: 'loginSuccess', user: {}, token: await accountToken(newPerson()) })
  await say(page, { action: 'log', message: 'is anyone there' })
  await say(page, 'last')
  await heardByPage
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await storedSession(page)).toMatchObject({ accountId: before.accountId, isAnonymous: true })
  expect(exchanges).toBe(0)
})
