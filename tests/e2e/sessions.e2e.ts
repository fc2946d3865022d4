import { serverElsewhere, serverFor, serverOf, statusOf } from './support/api.ts'
import { createFilter, expect, test } from './support/app.ts'
import { storedRecord, storedSession, storeRecord } from './support/device.ts'
import { newPerson, tokenOf } from './support/identity.ts'
import { register, signIn } from './support/signInForm.ts'

test('a browser whose session was ended from another one is signed out for good, not let in again by its sign-in', async ({
  page,
  browser,
  baseURL,
}) => {
  const person = newPerson()
  await register(page, person)
  await expect(page).toHaveURL(/\/overview$/)
  await expect.poll(async () => (await storedSession(page)).isAnonymous).toBe(false)
  const registeredAt = Date.now()
  const elsewhere = await browser.newContext({ ...(baseURL ? { baseURL } : {}) })
  const other = await elsewhere.newPage()
  // Sign-ins are distinguished by the second, so this one must be in another second than the first.
  await expect(async () => {
    expect(Math.floor(Date.now() / 1000)).toBeGreaterThan(Math.floor(registeredAt / 1000))
  }).toPass()
  await signIn(other, person)
  await expect(other).toHaveURL(/\/overview$/)

  await page.goto('/account')
  await page.getByRole('button', { name: 'End all other sessions' }).click()
  await page.getByRole('button', { name: 'End the others' }).click()
  await expect(other).toHaveURL(/\/login$/)
  await other.goto('/filters')
  await expect.poll(async () => (await storedSession(other)).isAnonymous).toBe(true)
  expect(await (await serverOf(page, baseURL)).me()).toMatchObject({ email: person.address })
  await elsewhere.close()
})

test('log out leads to /login, wipes this device and tells the other tab; sign in finds everything again', async ({
  page,
  context,
  baseURL,
}) => {
  const person = newPerson()
  await createFilter(page, { name: 'Worth keeping' })
  await register(page, person)
  await expect(page).toHaveURL(/\/overview$/)
  await expect.poll(async () => (await storedSession(page)).isAnonymous).toBe(false)
  const { token } = await storedSession(page)
  const other = await context.newPage()
  await other.goto('/filters')
  await expect(other.getByRole('link', { name: 'Worth keeping' })).toBeVisible()

  await page.goto('/account')
  await page.getByRole('button', { name: 'Log out' }).click()
  for (const tab of [page, other]) {
    await expect(tab).toHaveURL(/\/login$/)
    await expect(tab.getByRole('status').getByText('You are logged out.')).toBeVisible()
    await expect(tab.getByRole('heading', { level: 1, name: 'Sign in' })).toBeFocused()
  }
  await expect.poll(async () => (await storedRecord<{ token: string | null }>(page, 'session'))?.token ?? null).toBeNull()
  for (const name of ['user', 'cachedFilters', 'outbox', 'unsavedFilter', 'details'])
    expect(JSON.stringify(await storedRecord(page, name)), name).toMatch(/^(null|\[\])$/)
  expect(JSON.stringify(await storedRecord(page, 'cachedAuctions'))).not.toContain('title')
  const dead = await fetch(new URL('/api/user/me', baseURL), { headers: { authorization: `Bearer ${token}` } })
  expect(dead.status).toBe(401)

  await signIn(page, person)
  await expect(page).toHaveURL(/\/overview$/)
  await page.goto('/login')
  await expect(page.getByText(`You are signed in as ${person.address}.`)).toBeVisible()
  await expect(page.getByText('You are logged out.')).toHaveCount(0)
  await page.goto('/filters')
  await expect(page.getByRole('link', { name: 'Worth keeping' })).toBeVisible()
  // The other tab is notified too.
  await other.goto('/filters')
  await expect(other.getByRole('link', { name: 'Worth keeping' })).toBeVisible()
})

test('a log-out without a network wipes this device at once, and ends the session when the network is back', async ({
  page,
  context,
  baseURL,
}) => {
  const person = newPerson()
  await createFilter(page, { name: 'Worth keeping' })
  await register(page, person)
  await expect(page).toHaveURL(/\/overview$/)
  await expect.poll(async () => (await storedSession(page)).isAnonymous).toBe(false)
  const { token } = await storedSession(page)
  const device = { kind: 'fcm', token: 'token of this phone', deviceKey: 'this-phone-of-mine', userAgent: '' }
  await serverFor(token, baseURL).call('POST', '/api/notifications/devices', device)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await page.goto('/account')
  await expect(page.getByText(person.address)).toBeVisible()

  await context.setOffline(true)
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
  await expect(page.getByRole('status').getByText('You are logged out.')).toBeVisible()
  expect((await storedRecord<{ token: string | null }>(page, 'session'))?.token ?? null).toBeNull()
  expect(JSON.stringify(await storedRecord(page, 'cachedFilters'))).toMatch(/^(null|\[\])$/)
  expect(await storedRecord(page, 'pendingLogOuts')).toMatchObject([{ token }])
  expect(await statusOf(token, baseURL)).toBe(200)

  await context.setOffline(false)
  await expect.poll(() => statusOf(token, baseURL)).toBe(401)
  await expect.poll(() => storedRecord(page, 'pendingLogOuts')).toEqual([])
  const elsewhere = await serverElsewhere(await tokenOf(person), baseURL)
  expect(await elsewhere.call('GET', '/api/notifications/devices')).toEqual([])
})

test('the next guest meets nothing of a log-out that has still to be sent', async ({ page, context, baseURL }) => {
  await createFilter(page, { name: 'Of the last guest' })
  const last = await storedSession(page)
  // The log-out reaches the server only at the next start.
  await context.route('**/api/auth/session', (route) => route.abort())
  await page.goto('/account')
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('button', { name: 'Log out anyway' }).click()
  await expect(page).toHaveURL(/\/login$/)
  expect(await storedRecord(page, 'pendingLogOuts')).toMatchObject([{ token: last.token }])
  await context.unroute('**/api/auth/session')
  await page.goto('/filters')
  await expect(page.getByRole('link', { name: 'New filter' }).first()).toBeVisible()
  await expect.poll(() => statusOf(last.token, baseURL)).toBe(401)
  await expect.poll(() => storedRecord(page, 'pendingLogOuts')).toEqual([])
  const next = await storedSession(page)
  expect(next.accountId).not.toBe(last.accountId)
  expect(await statusOf(next.token, baseURL)).toBe(200)
})

test('a guest who logs out is warned first', async ({ page }) => {
  await createFilter(page, { name: 'Lost on purpose' })
  await page.goto('/account')
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByRole('alert')).toContainText('A guest cannot sign in again')
  await page.getByRole('button', { name: 'Stay logged in' }).click()
  await expect(page).toHaveURL(/\/account$/)
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('button', { name: 'Log out anyway' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await page.goto('/filters')
  await expect(page.getByRole('link', { name: 'New filter' }).first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Lost on purpose' })).toHaveCount(0)
})

test('a session that the server no longer knows is renewed once, and nobody notices', async ({ page }) => {
  await createFilter(page, { name: 'Still here' })
  const session = await storedSession(page)
  await page.goto('/forgot-password')
  await storeRecord(page, 'session', { ...session, token: 'no such token' })
  let exchanges = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/auth/firebase')) exchanges += 1
  })
  const read = page.waitForResponse((response) => response.url().endsWith('/api/filters/user') && response.ok())
  await page.goto('/filters')
  await read
  await expect(page.getByRole('link', { name: 'Still here' })).toBeVisible()
  await expect.poll(async () => (await storedSession(page)).token).not.toBe('no such token')
  expect((await storedSession(page)).accountId).toBe(session.accountId)
  expect(exchanges).toBe(1)
})

test.describe('without a worker, which would bring the parts itself', () => {
  test.use({ serviceWorkers: 'block' })

  test('a log-out before the page has finished starting leads to /login too', async ({ page }) => {
    await createFilter(page, { name: 'Left behind' })
    // Worker, live connection and other background code, which slow devices load late.
    await page.route(/\/background-[^/]*\.js$/, () => {})
    await page.goto('/account')
    await page.getByRole('button', { name: 'Log out' }).click()
    await page.getByRole('button', { name: 'Log out anyway' }).click()
    await expect(page).toHaveURL(/\/login$/)
  })
})
