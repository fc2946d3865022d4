import type { Page } from '@playwright/test'
import { expect, test } from './support/app.ts'
import { deploy } from './support/deployment.ts'

let product: Awaited<ReturnType<typeof deploy>>
test.beforeEach(async ({ baseURL }) => {
  product = await deploy(baseURL)
})
test.afterEach(() => product.stop())

const NAME = 'Typed before the update'
const offer = (page: Page) => page.getByText('A new version is ready.')
const buildOf = (page: Page) => page.locator('meta[name="build-id"]').getAttribute('content')

/** Starts a new filter on a page that the worker controls. */
async function typeFilter(page: Page): Promise<{ loads(): number }> {
  let loads = 0
  await page.goto(`${product.url}/filters/create`)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await page.getByRole('textbox', { name: 'Name' }).fill(NAME)
  page.on('load', () => {
    loads += 1
  })
  return { loads: () => loads }
}

/** Simulates the page becoming visible, when it checks the build manifest. */
async function comeBack(page: Page): Promise<void> {
  const asked = page.waitForResponse((response) => response.url().endsWith('/build.json'))
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await asked
}

test('a new build is offered and waits; agreed to, it comes with one reload that keeps what was typed', async ({ page }) => {
  const { loads } = await typeFilter(page)
  const before = await buildOf(page)
  product.release('second-build')
  await comeBack(page)
  await expect(offer(page)).toBeVisible()
  expect(await buildOf(page)).toBe(before)
  expect(loads()).toBe(0)
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue(NAME)

  await page.getByRole('button', { name: 'Update' }).click()
  await expect.poll(loads).toBe(1)
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue(NAME)
  await expect.poll(() => buildOf(page)).toBe('second-build')
  await comeBack(page)
  await expect(offer(page)).toHaveCount(0)
  expect(loads()).toBe(1)
})

test('ten builds, one after another, cost one reload each', async ({ page }) => {
  const { loads } = await typeFilter(page)
  for (let number = 1; number <= 10; number++) {
    product.release(`build-${number}`)
    await comeBack(page)
    await page.getByRole('button', { name: 'Update' }).click()
    await expect.poll(() => buildOf(page).catch(() => undefined)).toBe(`build-${number}`)
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue(NAME)
    expect(loads()).toBe(number)
  }
})

test('a tab that is being typed into is not reloaded because another one agreed', async ({ page, context }) => {
  const { loads } = await typeFilter(page)
  const other = await context.newPage()
  await other.goto(`${product.url}/login`)
  await other.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await other.goto(`${product.url}/overview`)
  product.release('second-build')
  await comeBack(other)
  await expect(offer(other)).toBeVisible()
  await expect(offer(page)).toBeVisible()
  await other.getByRole('button', { name: 'Update' }).click()
  await expect.poll(() => buildOf(other).catch(() => undefined)).toBe('second-build')

  await expect(offer(page)).toBeVisible()
  expect(loads()).toBe(0)
  await page.getByRole('button', { name: 'Update' }).click()
  await expect.poll(() => buildOf(page).catch(() => undefined)).toBe('second-build')
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue(NAME)
  expect(loads()).toBe(1)
})

test('a build that is named but never comes is reloaded for once, and not offered again', async ({ page }) => {
  await page.clock.install()
  const { loads } = await typeFilter(page)
  product.release('lost-build', { hasArrived: false })
  await comeBack(page)
  // No new worker appears, so after a while a plain reload is offered.
  await page.clock.fastForward('00:30')
  await expect(offer(page)).toBeVisible()
  await page.getByRole('button', { name: 'Update' }).click()
  await expect.poll(loads).toBe(1)
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue(NAME)

  await comeBack(page)
  await page.clock.fastForward('05:00')
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue(NAME)
  await expect(offer(page)).toHaveCount(0)
  expect(loads()).toBe(1)
})

test.describe('without a worker', () => {
  test.use({ serviceWorkers: 'block' })

  test('a new build is offered as a plain reload', async ({ page }) => {
    await page.goto(`${product.url}/filters/create`)
    await page.getByRole('textbox', { name: 'Name' }).fill(NAME)
    product.release('second-build')
    await comeBack(page)
    await expect(offer(page)).toBeVisible()
    await page.getByRole('button', { name: 'Update' }).click()
    await expect.poll(() => buildOf(page).catch(() => undefined)).toBe('second-build')
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue(NAME)
  })

  test('a part that is missing reloads the page once; still missing, the error page says what to do', async ({
    page,
    baseURL,
  }) => {
    const parts = /\/assets\/_app\.subscriptions-/
    await page.route(parts, (route) => route.fulfill({ status: 404, body: 'Not found' }))
    await page.goto(`${baseURL}/account`)
    await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible()
    let loads = 0
    page.on('load', () => {
      loads += 1
    })
    await page.evaluate(() => {
      history.pushState(null, '', '/subscriptions')
    })
    await expect(page.getByRole('heading', { name: 'Something went wrong on this page' })).toBeVisible()
    expect(loads).toBe(1)
    await expect(page.getByText('Try again, or reload the page.')).toBeVisible()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: 'Something went wrong on this page' })).toBeVisible()
    expect(loads).toBe(1)

    await page.unroute(parts)
    await page.getByRole('button', { name: 'Reload the page' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Subscriptions|Plans|Plan/)
  })
})
