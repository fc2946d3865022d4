import type { Browser, Page } from '@playwright/test'
import { serverOf } from './support/api.ts'
import { createFilter, expect, matchRows, test } from './support/app.ts'
import { accessibilityFaults, faultsOf } from './support/faults.ts'
import { USER_AGENT } from './support/userAgent.ts'

// biome-ignore format: a table
const ROUTES = [
  '/', '/login', '/register', '/forgot-password', '/marketplaces/demo', '/account', '/auctions', '/overview', '/filters',
  '/filters/create', '/subscriptions', '/nowhere',
]
const LOCALES = [
  { prefix: '', lang: 'en' },
  { prefix: '/de', lang: 'de' },
]
const WIDTHS = [320, 1280]

test.describe.configure({ mode: 'parallel' })

for (const { prefix, lang } of LOCALES) {
  for (const width of WIDTHS) {
    test(`every page in ${lang}, ${width} px, light and dark: accessible, nothing cut`, async ({ browser, baseURL }) => {
      test.setTimeout(180_000)
      const page = await openAs(browser, baseURL, width)
      await createFilter(page, { name: 'Every auction' })
      await page.goto('/auctions')
      const row = matchRows(page).first()
      await expect(row).toBeVisible()
      const detail = (await row.getAttribute('href')) ?? ''
      const faults: string[] = []
      for (const route of [...ROUTES, detail]) {
        await page.emulateMedia({ colorScheme: 'light' })
        await page.goto(prefix + route)
        await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
        await expect(page.locator('html')).toHaveAttribute('lang', lang)
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
        const inLight = await faultsOf(page)
        // The theme changes only colours.
        await page.emulateMedia({ colorScheme: 'dark' })
        const inDark = await accessibilityFaults(page, 'color-contrast')
        faults.push(...[...inLight, ...inDark].map((fault) => `${route}: ${fault}`))
      }
      expect(faults).toEqual([])
      await page.context().close()
    })
  }
}

async function openAs(browser: Browser, baseURL: string | undefined, width: number): Promise<Page> {
  const context = await browser.newContext({
    ...(baseURL ? { baseURL } : {}),
    userAgent: USER_AGENT,
    viewport: { width, height: 800 },
    reducedMotion: 'reduce',
  })
  return context.newPage()
}

test('a missing page says so, with status 404; crawlers get the status alone', async ({ page, request }) => {
  const answer = await page.goto('/no/such/page')
  expect(answer?.status()).toBe(404)
  await expect(page.getByText('Page Not Found: /no/such/page')).toBeVisible()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/^[^/]+\/\/[^/]+\/login$/)
  const crawler = await request.get('/no/such/page', {
    headers: { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
  })
  expect([crawler.status(), await crawler.text()]).toEqual([404, ''])
})

test('public pages are whole without JavaScript, in both languages, and name each other', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) })
  const page = await context.newPage()
  for (const { prefix, lang } of LOCALES) {
    for (const path of ['/', '/login', '/register', '/forgot-password', '/marketplaces/demo']) {
      await page.goto(prefix + path)
      await expect(page.locator('html')).toHaveAttribute('lang', lang)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      const alternates = await page
        .locator('link[rel="alternate"][hreflang]')
        .evaluateAll((links) => links.map((link) => [link.getAttribute('hreflang'), link.getAttribute('href')]))
      const absolute = (locale: string) => `${baseURL}${(locale + path).replace(/(.)\/$/, '$1')}`
      expect(Object.fromEntries(alternates)).toEqual({ en: absolute(''), de: absolute('/de'), 'x-default': absolute('') })
    }
  }
  await context.close()
})

test('a language that was chosen opens wherever an address names none: by the server, by the worker, and offline', async ({
  page,
  context,
  baseURL,
}) => {
  await page.goto('/overview')
  await page.goto('/account')
  await page.getByRole('link', { name: 'Deutsch' }).click()
  await expect(page).toHaveURL(/\/de\/account$/)
  await expect.poll(async () => (await (await serverOf(page, baseURL)).me()).locale).toBe('de')
  // The start page of the installed app.
  const { start_url } = await (await context.request.get('/manifest.webmanifest')).json()
  const answer = await context.request.get(start_url, { maxRedirects: 0, headers: { accept: 'text/html' } })
  expect([answer.status(), answer.headers().location]).toEqual([302, '/de/overview'])
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  for (const [path, opens] of [
    ['/overview', /\/de\/overview$/],
    ['/', /\/de$/],
    ['/filters/create?keywords=leica', /\/de\/filters\/create\?keywords=leica$/],
  ] as const) {
    await page.goto(path)
    await expect(page).toHaveURL(opens)
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  }
  await context.setOffline(true)
  await page.goto('/auctions')
  await expect(page).toHaveURL(/\/de\/auctions$/)
  await context.setOffline(false)

  await page.goto('/de/account')
  await page.getByRole('link', { name: 'English' }).click()
  await expect(page).toHaveURL(/[^e]\/account$/)
  await expect.poll(async () => (await (await serverOf(page, baseURL)).me()).locale).toBe('en')
  await page.goto('/overview')
  await expect(page).toHaveURL(/[^e]\/overview$/)
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
})

test('the language switch keeps the page and is remembered for a year', async ({ page, context }) => {
  await page.goto('/login')
  await page.getByRole('link', { name: 'Deutsch' }).click()
  await expect(page).toHaveURL(/\/de\/login$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Anmelden|Einloggen/)
  const chosen = async () => (await context.cookies()).find(({ value }) => value === 'de')
  await expect.poll(chosen).toBeDefined()
  const days = (((await chosen())?.expires ?? 0) - Date.now() / 1000) / 86_400
  expect(days).toBeGreaterThan(364)
  expect(days).toBeLessThanOrEqual(365)
})
