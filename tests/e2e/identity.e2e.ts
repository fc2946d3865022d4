import type { Page } from '@playwright/test'
import { serverFor, serverOf } from './support/api.ts'
import { createFilter, expect, test } from './support/app.ts'
import { storedSession } from './support/device.ts'
import { answerForGoogle } from './support/gapi.ts'
import { newPerson, protectAddresses, registeredPerson, resetMails, tokenOf } from './support/identity.ts'
import { fillIn, register, signIn } from './support/signInForm.ts'

// As outside the emulator, unless a test changes it.
test.afterEach(() => protectAddresses(true))

test('a guest who registers keeps account and filters, here and on the next device', async ({ page, browser, baseURL }) => {
  await createFilter(page, { name: 'Made as a guest' })
  const guest = await storedSession(page)
  expect(guest.isAnonymous).toBe(true)

  const person = newPerson()
  await register(page, person)
  await expect(page).toHaveURL(/\/overview$/)
  await expect.poll(async () => (await storedSession(page)).isAnonymous).toBe(false)
  const upgraded = await storedSession(page)
  expect(upgraded.accountId).toBe(guest.accountId)
  expect(await serverFor(upgraded.token, baseURL).me()).toMatchObject({
    id: guest.accountId,
    isAnonymous: false,
    email: person.address,
  })
  await page.goto('/filters')
  await expect(page.getByRole('link', { name: 'Made as a guest' })).toBeVisible()

  const elsewhere = await browser.newContext({ ...(baseURL ? { baseURL } : {}) })
  const other = await elsewhere.newPage()
  await signIn(other, person)
  await expect(other).toHaveURL(/\/overview$/)
  await other.goto('/filters')
  await expect(other.getByRole('link', { name: 'Made as a guest' })).toBeVisible()
  await elsewhere.close()
})

test('a wrong password is said beside the form, which keeps what was typed', async ({ page }) => {
  const person = await registeredPerson()
  await signIn(page, { ...person, password: 'not the password' })
  await expect(page.getByRole('alert')).toContainText('The email or password is incorrect')
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(person.address)
  await signIn(page, person)
  await expect(page).toHaveURL(/\/overview$/)
})

test('an address that has an account is said in the page’s language; the guest may sign in there instead', async ({
  page,
  baseURL,
}) => {
  const person = await registeredPerson()
  await createFilter(page, { name: 'Left behind' })
  const guest = await storedSession(page)
  await page.goto('/de/register')
  await page.getByRole('textbox', { name: 'E-Mail' }).fill(person.address)
  await page.getByRole('textbox', { name: 'Passwort' }).fill(person.password)
  await page.getByRole('button', { name: 'Registrieren' }).click()
  await expect(page.getByRole('alert')).toContainText(/E-Mail-Adresse|Adresse/)
  await expect(page.getByRole('alert')).not.toContainText('thatEmnailInUse')
  expect((await storedSession(page)).accountId).toBe(guest.accountId)

  // German was stored when its page was visited, so English has to be chosen.
  await page.getByRole('link', { name: 'English' }).click()
  await expect(page).toHaveURL(/[^e]\/register$/)
  await fillIn(page, person)
  await page.getByRole('button', { name: 'Register' }).click()
  const said = page.getByRole('alert')
  await expect(said).toContainText('That email already has an account. Sign in to it instead, or use another address.')
  await said.getByRole('button', { name: 'Sign in there and leave the guest behind' }).click()
  await expect(page).toHaveURL(/\/overview$/)
  await expect.poll(async () => (await storedSession(page)).accountId).not.toBe(guest.accountId)
  expect(await (await serverOf(page, baseURL)).filters()).toEqual([])
  await page.goto('/filters')
  await expect(page.getByRole('heading', { level: 1, name: 'Filters' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Left behind' })).toHaveCount(0)
})

test('a guest who signs in with an address that has no account is asked, and is still the guest until the answer', async ({
  page,
  baseURL,
}) => {
  await protectAddresses(false)
  await createFilter(page, { name: 'Stays with the guest' })
  const guest = await storedSession(page)
  const person = newPerson()
  await signIn(page, person)
  const said = page.getByRole('alert')
  await expect(said).toContainText('No account with this address. Create one?')
  expect(await storedSession(page)).toMatchObject({ accountId: guest.accountId, isAnonymous: true })
  await expect(tokenOf(person)).rejects.toThrow(/EMAIL_NOT_FOUND|INVALID_LOGIN_CREDENTIALS/)
  await said.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL(/\/overview$/)
  await expect.poll(async () => (await storedSession(page)).isAnonymous).toBe(false)
  expect((await storedSession(page)).accountId).toBe(guest.accountId)
  expect(await (await serverOf(page, baseURL)).me()).toMatchObject({ email: person.address, isAnonymous: false })
})

test('a guest who signs in to an account that exists is asked before leaving the guest behind', async ({ page }) => {
  const person = await registeredPerson()
  await createFilter(page, { name: 'Of the guest' })
  const guest = await storedSession(page)
  await signIn(page, { ...person, password: 'not the password' })
  await expect(page.getByRole('alert')).toContainText('The email or password is incorrect')
  await signIn(page, person)
  const said = page.getByRole('alert')
  await expect(said).toContainText('That email already has an account')
  expect((await storedSession(page)).accountId).toBe(guest.accountId)
  await said.getByRole('button', { name: 'Sign in there and leave the guest behind' }).click()
  await expect(page).toHaveURL(/\/overview$/)
  await expect.poll(async () => (await storedSession(page)).accountId).not.toBe(guest.accountId)
})

test('where the provider does not tell which addresses have accounts, nothing is claimed', async ({ page }) => {
  const person = newPerson()
  await signIn(page, person)
  const said = page.getByRole('alert')
  await expect(said).toContainText('The email or password is incorrect, or there is no account with this address.')
  await expect(tokenOf(person)).rejects.toThrow(/INVALID_LOGIN_CREDENTIALS/)
  await said.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL(/\/overview$/)
})

test('a new password is asked for alike by known and unknown addresses, and sent to the known one', async ({ page }) => {
  const known = await registeredPerson()
  const unknown = newPerson()
  for (const { address } of [known, unknown]) {
    await page.goto('/forgot-password')
    await page.getByRole('textbox', { name: 'Email' }).fill(address)
    await page.getByRole('button', { name: 'Send the link' }).click()
    await expect(page.getByRole('main').getByRole('status')).toHaveText(
      'If this address has an account, a mail with a link for a new password is on its way. Look in the spam folder too.',
    )
  }
  const mails = await resetMails()
  expect(mails).toContain(known.address)
  expect(mails).not.toContain(unknown.address)
})

test('Google’s window upgrades the guest under the page’s own policies; the account opens on the next device too', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  await answerForGoogle(context)
  await createFilter(page, { name: 'Kept by Google' })
  const guest = await storedSession(page)
  const address = newPerson().address
  await page.goto('/login')
  await continueWithGoogle(page, async (popup) => {
    await popup.getByText('Add new account').click()
    await popup.locator('#email-input').fill(address)
    await popup.locator('#sign-in').click()
  })
  await expect(page).toHaveURL(/\/overview$/)
  await expect.poll(async () => (await storedSession(page)).isAnonymous).toBe(false)
  expect((await storedSession(page)).accountId).toBe(guest.accountId)
  expect(await (await serverOf(page, baseURL)).me()).toMatchObject({ email: address, isAnonymous: false })

  const elsewhere = await browser.newContext({ ...(baseURL ? { baseURL } : {}) })
  await answerForGoogle(elsewhere)
  const other = await elsewhere.newPage()
  await createFilter(other, { name: 'Guest of the other device' })
  await other.goto('/login')
  const choose = (popup: Page) => popup.locator('.js-reuse-account', { hasText: address }).click()
  await continueWithGoogle(other, choose)
  await expect(other.getByRole('alert')).toContainText('That email already has an account')
  await continueWithGoogle(other, choose, 'Sign in there and leave the guest behind')
  await expect(other).toHaveURL(/\/overview$/)
  await other.goto('/filters')
  await expect(other.getByRole('link', { name: 'Kept by Google' })).toBeVisible()
  await expect(other.getByRole('link', { name: 'Guest of the other device' })).toHaveCount(0)
  await elsewhere.close()
})

test('Google’s window works wherever the sign-in page was reached from, with the worker in between', async ({
  page,
  context,
}) => {
  await answerForGoogle(context)
  await page.goto('/')
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    while (!navigator.serviceWorker.controller) await new Promise((resolve) => setTimeout(resolve, 50))
  })
  const mayLoad = () => page.evaluate(() => document.documentElement.hasAttribute('data-sign-in'))
  await page.reload()
  expect(await mayLoad()).toBe(false)
  await page.getByRole('link', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect.poll(mayLoad).toBe(true)
  const address = newPerson().address
  await continueWithGoogle(page, async (popup) => {
    await popup.getByText('Add new account').click()
    await popup.locator('#email-input').fill(address)
    await popup.locator('#sign-in').click()
  })
  await expect(page).toHaveURL(/\/overview$/)
  await expect.poll(async () => (await storedSession(page)).isAnonymous).toBe(false)

  await page.getByRole('link', { name: 'Account' }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect.poll(mayLoad).toBe(true)
  await continueWithGoogle(page, (popup) => popup.locator('.js-reuse-account', { hasText: address }).click())
  await expect(page).toHaveURL(/\/overview$/)
  await expect.poll(async () => (await storedSession(page)).isAnonymous).toBe(false)
})

test('a sign-in page that was opened without a network loads anew for Google’s window', async ({ page, context }) => {
  await answerForGoogle(context)
  await page.goto('/')
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    while (!navigator.serviceWorker.controller) await new Promise((resolve) => setTimeout(resolve, 50))
  })
  await context.setOffline(true)
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeVisible()
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await expect(page.locator('html[data-sign-in]')).toBeAttached()
  await continueWithGoogle(page, (popup) => popup.close())
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('Google’s window closed without a choice says nothing and leaves the form usable', async ({ page, context }) => {
  await answerForGoogle(context)
  await page.goto('/login')
  await continueWithGoogle(page, (popup) => popup.close())
  await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeEnabled()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page).toHaveURL(/\/login$/)
})

async function continueWithGoogle(page: Page, choose: (popup: Page) => Promise<unknown>, button = 'Continue with Google') {
  const opening = page.waitForEvent('popup')
  await page.getByRole('button', { name: button }).click()
  const popup = await opening
  await popup.waitForLoadState('domcontentloaded')
  await choose(popup)
}
