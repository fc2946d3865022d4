import { createFilter, expect, matchRows, test } from './support/app.ts'
import { faultsOf } from './support/faults.ts'
import { USER_AGENT } from './support/userAgent.ts'

const SAID = {
  '': { make: 'Make link', feeds: 'Feeds', atom: 'Atom feed', secret: 'Show secret', address: 'Address', hide: 'Hide' },
  '/de': {
    make: 'Link erstellen',
    feeds: 'Feeds',
    atom: 'Atom-Feed',
    secret: 'Geheimnis zeigen',
    address: 'Adresse',
    hide: 'Ausblenden',
  },
} as const

for (const { prefix, colorScheme, width } of [
  { prefix: '', colorScheme: 'light', width: 1280 },
  { prefix: '/de', colorScheme: 'dark', width: 360 },
  { prefix: '/de', colorScheme: 'light', width: 320 },
] as const) {
  test(`feeds, calendar and webhook at ${prefix || '/'}, ${colorScheme}, ${width} px`, async ({ browser, baseURL }) => {
    const said = SAID[prefix]
    const context = await browser.newContext({
      ...(baseURL ? { baseURL } : {}),
      ...{ userAgent: USER_AGENT, colorScheme, viewport: { width, height: 800 }, reducedMotion: 'reduce' },
    })
    const page = await context.newPage()
    await createFilter(page, { name: 'Every auction' })
    await page.goto('/auctions')
    await expect(matchRows(page).first()).toBeVisible()

    await page.goto(`${prefix}/account`)
    const make = page.getByRole('button', { name: said.make })
    await expect(make).toHaveCount(3)
    for (let left = 3; left > 0; left--) {
      await make.first().click()
      await expect(make).toHaveCount(left - 1)
    }
    const channel = page.locator('div', { has: page.getByRole('heading', { name: 'Webhook', level: 3 }) }).last()
    await channel.getByLabel(said.address).fill('https://192.168.1.2/lotwatch')
    await channel.getByLabel(said.address).blur()
    await expect(channel.getByRole('alert')).toBeVisible()
    expect(await faultsOf(page)).toEqual([])
    await channel.getByLabel(said.address).fill('https://hooks.example.org/lotwatch')
    await channel.getByLabel(said.address).blur()
    await channel.getByRole('button', { name: said.secret }).click()
    await expect(channel.locator('input[value^="whsec_"]')).toBeVisible()
    await expect(channel.getByRole('alert')).toHaveCount(0)
    expect(await faultsOf(page)).toEqual([])

    // What a feed reader gets, and what a browser shows: the app's worker must not intercept it.
    const url = await page.getByLabel(said.atom, { exact: true }).inputValue()
    const feed = await page.request.get(url)
    expect(feed.headers()['content-type']).toBe('application/atom+xml; charset=utf-8')
    expect(await feed.text()).toContain('<entry>')
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    const shown = await page.goto(url)
    expect(shown?.headers()['content-type']).toBe('application/atom+xml; charset=utf-8')

    await page.goto(`${prefix}/filters`)
    await page.getByRole('button', { name: said.feeds, exact: true }).click()
    await page.getByRole('button', { name: `${said.make} ${said.atom}` }).click()
    await expect(page.getByLabel(said.atom, { exact: true })).toBeVisible()
    expect(await faultsOf(page)).toEqual([])
    await context.close()
  })
}
