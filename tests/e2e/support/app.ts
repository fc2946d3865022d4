import { test as base, expect, type Page } from '@playwright/test'

/** Fails every test on browser errors: policy violations and uncaught errors. */
export const test = base.extend<{ page: Page; complaints: string[] }>({
  complaints: async ({ page: _ }, use) => use([]),
  page: async ({ page }, use) => {
    const complaints: string[] = []
    page.on('pageerror', (error) => complaints.push(String(error)))
    page.on('console', (message) => {
      if (/Content Security Policy|TrustedScript|Minified React error|hydrat/i.test(message.text()))
        complaints.push(message.text())
    })
    await use(page)
    expect(complaints).toEqual([])
  },
})
export { expect }

/** Creates a filter as a guest, from the landing page on; ends on the list of filters. */
export async function createFilter(
  page: Page,
  { keywords = '', name = '' }: { keywords?: string; name?: string } = {},
): Promise<void> {
  await page.goto('/filters/create')
  if (keywords) await page.getByRole('textbox', { name: 'Keywords' }).fill(keywords)
  else await page.getByText('Auction', { exact: true }).click()
  if (name) await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByRole('button', { name: 'Save filter' }).click()
  await expect(page).toHaveURL(/\/filters$/)
}

/** The rows of the inbox. */
export const matchRows = (page: Page) => page.locator('main a[href*="/auctions/"]')
