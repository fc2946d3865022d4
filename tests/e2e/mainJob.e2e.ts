import type { Page } from '@playwright/test'
import { createFilter, expect, matchRows, test } from './support/app.ts'

/** The bid count that the open auction shows, not the rows beside it; NaN if there is none. */
async function bidsShown(page: Page): Promise<number> {
  const auction = page.getByRole('article').filter({ has: page.getByRole('heading', { level: 1 }) })
  return bidsIn(await auction.getByText(/^(no|\d+) bids?$/).textContent())
}

const bidsIn = (text: string | null) => Number.parseInt(text ?? '', 10)

test('a stranger tries it as a guest, sees auctions match live, a price change, and finds everything again', async ({
  page,
  context,
}) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('link', { name: 'Try it as a guest' }).first().click()
  await expect(page.getByRole('heading', { name: 'New filter' })).toBeVisible()

  // The preview updates during typing.
  await page.getByRole('textbox', { name: 'Keywords' }).fill('kamera -')
  await expect(page.getByRole('textbox', { name: 'Keywords' })).toHaveAttribute('aria-invalid', 'true')
  await page.getByRole('textbox', { name: 'Keywords' }).fill('')
  await page.getByText('Auction', { exact: true }).click()
  await expect(page.getByText(/auctions would have matched/)).toBeVisible()
  await page.getByRole('textbox', { name: 'Name' }).fill('Every auction')
  await page.getByRole('button', { name: 'Save filter' }).click()
  await expect(page.getByRole('link', { name: 'Every auction' })).toBeVisible()

  // Running auctions are in the inbox; one listed now arrives live, as new.
  await page.getByRole('link', { name: 'Auctions' }).click()
  await expect(matchRows(page).first()).toBeVisible()
  const before = await matchRows(page).first().getAttribute('href')
  await expect(matchRows(page).first()).not.toHaveAttribute('href', before ?? '', { timeout: 40_000 })

  // A manual bid at the demo house shows here. The simulated bidders bid too, so only an increase can be expected.
  await matchRows(page).first().click()
  const detail = page.getByRole('link', { name: /Open at the marketplace/ })
  const lot = await detail.getAttribute('href')
  const house = await context.newPage()
  await house.goto(lot ?? '')
  await house.getByRole('button', { name: /bid|bieten/i }).click()
  await expect(house.getByText('bid by hand')).toBeVisible()
  const bids = bidsIn(await house.getByText(/^\d+ bids$/).textContent())
  await house.close()
  expect(bids).toBeGreaterThan(0)
  await expect.poll(() => bidsShown(page), { timeout: 40_000 }).toBeGreaterThanOrEqual(bids)

  // Still the same guest after closing and reopening.
  const url = page.url()
  await page.close()
  const again = await context.newPage()
  await again.goto('/filters')
  await expect(again.getByRole('link', { name: 'Every auction' })).toBeVisible()
  await again.goto(url)
  await expect.poll(() => bidsShown(again)).toBeGreaterThanOrEqual(bids)
})

test('offline, the inbox is there, and what is hidden there is hidden once the network is back', async ({ page, context }) => {
  await createFilter(page)
  await page.goto('/auctions')
  await expect(matchRows(page).first()).toBeVisible()
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await context.setOffline(true)
  await page.goto('/auctions')
  await expect(page.getByText(/Offline, as of/)).toBeVisible()
  const row = matchRows(page).first()
  const [, id] = /\/auctions\/([\w-]+)/.exec((await row.getAttribute('href')) ?? '') ?? []
  await page.getByRole('button', { name: /^Hide/ }).first().click()
  await expect(page.locator(`main a[href*="${id}"]`)).toHaveCount(0)
  await expect(page.getByText(/1 change waiting/)).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText(/1 change waiting/)).toHaveCount(0)
  await page.reload()
  await expect(matchRows(page).first()).toBeVisible()
  await page.getByRole('button', { name: 'Hidden', exact: true }).click()
  await expect(page.locator(`main a[href*="${id}"]`)).toBeVisible()
})
