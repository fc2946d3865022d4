import type { BrowserContext, Page } from '@playwright/test'
import { serverOf } from './support/api.ts'
import { createFilter, expect, matchRows, test } from './support/app.ts'

const waiting = (page: Page, count: number) =>
  page.getByText(count === 1 ? '1 change waiting to be sent' : `${count} changes waiting to be sent`)
const anyWaiting = (page: Page) => page.getByText(/changes? waiting to be sent/)

/** Waits until the worker has cached everything that an offline page needs. */
const beReady = (page: Page) => page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))

/** Opens a filter's form from its card and renames it. */
async function rename(page: Page, from: string, to: string): Promise<void> {
  const card = page.getByRole('article').filter({ has: page.getByRole('link', { name: from, exact: true }) })
  await card.getByRole('link', { name: 'Edit' }).click()
  await expect(page.getByRole('heading', { name: 'Edit filter' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Name' }).fill(to)
  await page.getByRole('button', { name: 'Save filter' }).click()
  await expect(page).toHaveURL(/\/filters$/)
}

/** Counts how often each filter write was sent, by method and path. */
function countWrites(context: BrowserContext): Map<string, number> {
  const writes = new Map<string, number>()
  context.on('response', (response) => {
    const request = response.request()
    const { pathname } = new URL(request.url())
    if (!/^\/api\/filters(\/[\w-]+)?$/.test(pathname) || request.method() === 'GET') return
    if (pathname === '/api/filters/test') return
    const key = `${request.method()} ${pathname}`
    writes.set(key, (writes.get(key) ?? 0) + 1)
  })
  return writes
}

test('closed and started again without a network, everything read before is there', async ({ page, context }) => {
  await createFilter(page, { name: 'Every auction' })
  await page.goto('/auctions')
  const row = matchRows(page).first()
  await row.click()
  await expect(page.getByRole('heading', { name: 'Alerts' })).toBeVisible()
  const opened = page.url()
  const title = (await page.getByRole('heading', { level: 1 }).last().textContent()) ?? ''
  await beReady(page)
  await page.close()
  await context.setOffline(true)

  const started = await context.newPage()
  await started.goto('/auctions')
  await expect(started.getByText(/Offline, as of/)).toBeVisible()
  await expect(matchRows(started).first()).toBeVisible()
  await started.getByRole('link', { name: 'Filters' }).click()
  await expect(started.getByRole('link', { name: 'Every auction' })).toBeVisible()
  await started.goto(opened)
  await expect(started.getByRole('heading', { level: 1, name: title })).toBeVisible()
  // Pages that were never visited start too.
  await started.goto('/de/subscriptions')
  await expect(started.getByRole('heading', { level: 1 })).toBeVisible()
})

test('what is made and changed offline is sent once, by whichever tab', async ({ page, context, baseURL }) => {
  await createFilter(page, { name: 'Before' })
  const server = await serverOf(page, baseURL)
  const other = await context.newPage()
  await other.goto('/filters')
  await expect(other.getByRole('link', { name: 'Before' })).toBeVisible()
  await beReady(page)
  await context.setOffline(true)
  await rename(page, 'Before', 'After')
  await expect(waiting(page, 1)).toBeVisible()
  await other.getByRole('link', { name: 'New filter' }).first().click()
  await other.getByRole('textbox', { name: 'Keywords' }).fill('kamera')
  await other.getByRole('textbox', { name: 'Name' }).fill('Made offline')
  await other.getByRole('button', { name: 'Save filter' }).click()
  await expect(waiting(other, 2)).toBeVisible()
  // Also kept after a restart.
  await page.goto('/filters')
  await expect(waiting(page, 2)).toBeVisible()

  const writes = countWrites(context)
  await context.setOffline(false)
  for (const tab of [page, other]) await expect(anyWaiting(tab)).toHaveCount(0)
  const filters = await server.filters()
  expect(filters.map(({ name }) => name).sort()).toEqual(['After', 'Made offline'])
  expect([...writes.values()]).toEqual([1, 1])
  for (const tab of [page, other]) {
    await expect(tab.getByRole('link', { name: 'After', exact: true })).toBeVisible()
    await expect(tab.getByRole('link', { name: 'Made offline', exact: true })).toBeVisible()
  }
})

test('a filter changed elsewhere meanwhile is not overwritten: the user decides', async ({ page, context, baseURL }) => {
  await createFilter(page, { name: 'Camera' })
  const server = await serverOf(page, baseURL)
  const said = page.getByText('Your change to “Camera, mine” was not saved. It was changed elsewhere in the meantime.')
  const names = async () => (await server.filters()).map(({ name }) => name)
  await beReady(page)

  await context.setOffline(true)
  await rename(page, 'Camera', 'Camera, mine')
  await server.renameFilter('Camera', 'Camera, theirs')
  await context.setOffline(false)
  await expect(said).toBeVisible()
  await expect(anyWaiting(page)).toHaveCount(0)
  expect(await names()).toEqual(['Camera, theirs'])
  // The question survives a restart.
  await page.reload()
  await expect(said).toBeVisible()
  await page.getByRole('button', { name: 'Use my change' }).click()
  await expect(said).toHaveCount(0)
  await expect.poll(names).toEqual(['Camera, mine'])
  await expect(page.getByRole('link', { name: 'Camera, mine', exact: true })).toBeVisible()
})

test('a change that is given up leaves what is stored', async ({ page, context, baseURL }) => {
  await createFilter(page, { name: 'Bicycle' })
  const server = await serverOf(page, baseURL)
  await beReady(page)
  await context.setOffline(true)
  await rename(page, 'Bicycle', 'Bicycle, mine')
  await server.renameFilter('Bicycle', 'Bicycle, theirs')
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Give up my change' }).click()
  await expect(page.getByRole('link', { name: 'Bicycle, theirs', exact: true })).toBeVisible()
  expect((await server.filters()).map(({ name }) => name)).toEqual(['Bicycle, theirs'])
})

test('a database cleared under an open page does not stop it', async ({ page, baseURL }) => {
  await createFilter(page, { name: 'Still switched' })
  const server = await serverOf(page, baseURL)
  const session = await page.context().newCDPSession(page)
  const clear = () =>
    session.send('Storage.clearDataForOrigin', { origin: new URL(page.url()).origin, storageTypes: 'indexeddb' })
  const isOn = async () => (await server.filters())[0]?.enabled
  const watch = page.getByRole('switch', { name: 'Watch with Still switched' })

  for (const expected of [false, true, false]) {
    await clear()
    await watch.click()
    await expect(watch).toBeChecked({ checked: expected })
    await expect.poll(isOn).toBe(expected)
    await expect(anyWaiting(page)).toHaveCount(0)
  }
  await clear()
  await page.getByRole('link', { name: 'New filter' }).first().click()
  await page.getByRole('textbox', { name: 'Keywords' }).fill('kamera')
  await clear()
  await page.getByRole('button', { name: 'Save filter' }).click()
  await expect(page.getByRole('link', { name: 'kamera' })).toBeVisible()
  expect(await server.filters()).toHaveLength(2)
})
