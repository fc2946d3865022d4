import { createFilter, expect, matchRows, test } from './support/app.ts'
import { faultsOf } from './support/faults.ts'

test('why an auction is not found is told for its pasted link, a fix lets it in; a match can be kept out by a word', async ({
  page,
}) => {
  await createFilter(page, { name: 'Every auction' })
  await page.goto('/auctions')
  await matchRows(page).first().click()
  const lot = (await page.getByRole('link', { name: /Open at the marketplace/ }).getAttribute('href')) ?? ''
  const title = await page.getByRole('heading', { level: 1 }).textContent()

  await page.getByText('Criterion by criterion').click()
  await expect(page.getByText('It matches.')).toBeVisible()
  await page
    .getByRole('button', { name: /^Exclude/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: 'Edit filter' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Keywords' })).toHaveValue(/^-\S+$/)

  // By keyboard alone: open, paste, submit.
  await page.getByText("Why didn't I get this auction?").focus()
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Link to the auction' }).fill(lot)
  await page.keyboard.press('Enter')
  await expect(page.getByText('It does not match.')).toBeVisible()
  await expect(page.getByText(title ?? '', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: /^Drop/ }).click()
  await expect(page.locator(':focus')).toContainText('It matches.')
  await expect(page.getByRole('textbox', { name: 'Keywords' })).toHaveValue('')

  await page.getByRole('textbox', { name: 'Link to the auction' }).fill('https://elsewhere.example/1')
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await expect(page.getByText('This link leads to no marketplace that is watched here.')).toBeVisible()
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the answers are accessible and nothing is cut at 320 px in German, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width: 320, height: 800 })
    await createFilter(page, { name: 'Every auction' })
    await page.goto('/auctions')
    const detail = (await matchRows(page).first().getAttribute('href')) ?? ''
    await page.goto(`/de${detail}`)
    const lot = (await page.getByRole('link', { name: /Beim Marktplatz/ }).getAttribute('href')) ?? ''
    await page.getByText('Merkmal für Merkmal').click()
    await expect(page.getByText('Sie passt.')).toBeVisible()
    const faults = await faultsOf(page)

    await page.goto('/de/filters/create?keywords=gibtesnicht')
    await page.getByText('Warum habe ich diese Auktion nicht bekommen?').click()
    await page.getByRole('textbox', { name: 'Link zur Auktion' }).fill(lot)
    await page.getByRole('button', { name: 'Prüfen', exact: true }).click()
    await expect(page.getByText('Sie passt nicht.')).toBeVisible()
    expect([...faults, ...(await faultsOf(page))]).toEqual([])
  })
}
