import type { Locator, Page } from '@playwright/test'
import { serverOf } from './support/api.ts'
import { createFilter, expect, matchRows, test } from './support/app.ts'

const MAX_STOPS = 120

/** Presses Tab until the element has focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let stop = 0; stop < MAX_STOPS; stop++) {
    await page.keyboard.press('Tab')
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  await expect(target).toBeFocused()
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test('the first stop leads past the navigation', async ({ page }) => {
  for (const path of ['/filters', '/login', '/de/']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const skip = page.getByRole('link', { name: /Skip to content|Zum Inhalt/ })
    await tabTo(page, skip)
    await expect(skip).toBeInViewport()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
    await page.keyboard.press('Tab')
    const isInMain = await page.evaluate(() => document.querySelector('main')?.contains(document.activeElement))
    expect(isInMain, path).toBe(true)
  }
})

test('each page that is come to puts the keyboard on its heading', async ({ page }) => {
  await page.goto('/filters')
  await expect(heading(page, 'Filters')).toBeVisible()
  const navigation = page.getByRole('navigation', { name: 'Main' })
  for (const name of ['Overview', 'Auctions', 'Account', 'Filters']) {
    await navigation.getByRole('link', { name }).focus()
    await page.keyboard.press('Enter')
    await expect(heading(page, name)).toBeFocused()
  }
  await page.goBack()
  await expect(heading(page, 'Account')).toBeFocused()
})

test('a filter is made by the keyboard alone', async ({ page, baseURL }) => {
  await page.goto('/filters')
  await expect(heading(page, 'Filters')).toBeVisible()
  await tabTo(page, page.getByRole('link', { name: 'New filter' }).first())
  await page.keyboard.press('Enter')
  await expect(heading(page, 'New filter')).toBeFocused()

  await tabTo(page, page.getByRole('textbox', { name: 'Keywords' }))
  await page.keyboard.type('kamera -')
  await expect(page.getByRole('textbox', { name: 'Keywords' })).toHaveAttribute('aria-invalid', 'true')
  // Saving an invalid form moves focus to the fault.
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Keywords' })).toBeFocused()
  await page.keyboard.press('Backspace')
  await tabTo(page, page.getByRole('textbox', { name: 'Name' }))
  await page.keyboard.type('By keyboard')
  const auction = page.getByRole('button', { name: 'Auction', exact: true })
  await tabTo(page, auction)
  await page.keyboard.press('Space')
  await expect(auction).toHaveAttribute('aria-pressed', 'true')
  await tabTo(page, page.getByRole('button', { name: 'Save filter' }))
  await page.keyboard.press('Enter')

  await expect(heading(page, 'Filters')).toBeFocused()
  await expect(page.getByRole('link', { name: 'By keyboard' })).toBeVisible()
  const [filter] = await (await serverOf(page, baseURL)).filters()
  expect(filter).toMatchObject({ name: 'By keyboard', keywords: 'kamera', buyingOptions: ['auction'] })

  // Switch it off and delete it, without a pointer.
  await tabTo(page, page.getByRole('switch', { name: 'Watch with By keyboard' }))
  await page.keyboard.press('Space')
  await expect(page.getByRole('switch', { name: 'Watch with By keyboard' })).not.toBeChecked()
})

test('the inbox is walked and decided by its keys', async ({ page, context }) => {
  await createFilter(page, { name: 'Every auction' })
  await page.goto('/auctions')
  await expect(matchRows(page).nth(3)).toBeVisible()
  const current = () => page.evaluate(() => document.activeElement?.closest('li')?.dataset.key)
  const moveBy = async (key: string): Promise<string> => {
    const before = await current()
    await page.keyboard.press(key)
    await expect.poll(current).not.toBe(before)
    await expect.poll(current).toBeDefined()
    return (await current()) ?? ''
  }
  const titleOf = (row: string) => page.locator(`li[data-key="${row}"] a`).first()

  const first = await moveBy('j')
  const second = await moveBy('j')
  expect(second).not.toBe(first)
  expect(await moveBy('k')).toBe(first)
  await moveBy('j')

  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keys' })
  await expect(keys).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(keys).toHaveCount(0)
  await expect.poll(current).toBe(second)

  const saved = (await titleOf(second).textContent()) ?? ''
  const third = await moveBy('s')
  await expect(page.getByRole('status').getByText(`Saved: ${saved}`)).toBeVisible()
  const hidden = (await titleOf(third).textContent()) ?? ''
  await page.keyboard.press('h')
  await expect(page.getByRole('status').getByText(`Hidden: ${hidden}`)).toBeVisible()
  await expect(page.locator(`li[data-key="${third}"]`)).toHaveCount(0)
  // The next row has taken its place and has focus.
  await expect.poll(async () => [undefined, third].includes(await current())).toBe(false)

  const opening = context.waitForEvent('page')
  await page.keyboard.press('o')
  const marketplace = await opening
  await expect(marketplace).toHaveURL(new RegExp(`^http://localhost:${process.env.E2E_HOUSE_PORT}/`))
  expect(await marketplace.evaluate(() => window.opener)).toBeNull()
  await marketplace.close()

  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/auctions\/[\w-]+/)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeFocused()
})

test('keys typed into a field are text', async ({ page }) => {
  await createFilter(page, { name: 'Every auction' })
  await page.goto('/auctions')
  await expect(matchRows(page).first()).toBeVisible()
  const order = page.getByRole('combobox', { name: 'Order' })
  await order.focus()
  for (const key of ['j', 'h', 's']) await page.keyboard.press(key)
  await expect(order).toBeFocused()
  await expect(page.getByRole('status').getByText(/Saved:|Hidden:/)).toHaveCount(0)
})
