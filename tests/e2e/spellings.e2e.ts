import type { Page } from '@playwright/test'
import type { Spellings } from '../../contract/spellings.ts'
import { KINDS } from '../../tools/demo-house/goods/all.ts'
import { serverOf } from './support/api.ts'
import { expect, test } from './support/app.ts'
import { faultsOf } from './support/faults.ts'

/** Words of the demo house's sellers that are long enough for misspellings; one call takes up to twenty. */
const WORDS = [
  ...new Set(
    KINDS.flatMap(({ models, nouns, extras }) =>
      [...models, ...nouns.de, ...nouns.en, ...extras.de, ...extras.en].flatMap(
        (text) => text.toLowerCase().match(/\p{L}{6,}/gu) ?? [],
      ),
    ),
  ),
]
const WORDS_A_CALL = 20

/** A word that titles misspell, with one of its misspellings. */
async function mistyped(page: Page, baseURL: string | undefined) {
  const server = await serverOf(page, baseURL)
  const find = async () => {
    for (let from = 0; from < WORDS.length; from += WORDS_A_CALL) {
      const keywords = WORDS.slice(from, from + WORDS_A_CALL).join(' ')
      const { words } = await server.call<Spellings>('POST', '/api/filters/spellings', { keywords })
      for (const { token, spellings } of words) {
        const found = spellings.find(({ count, isOwnWord }) => count > 0 && !isOwnWord)
        if (found) return { word: token, ...found }
      }
    }
    return undefined
  }
  // The first listings may still be waiting to be indexed.
  await expect.poll(find, { timeout: 60_000 }).toBeDefined()
  const found = await find()
  if (!found) throw new Error('nobody mistypes')
  return found
}

/** "7 since 20 November" or "7 in 30 days": the preview in one line. */
const previewLine = (page: Page) => page.locator('form strong').filter({ hasText: /^[\d,]+ (since|in) / })
const countOf = async (page: Page) => Number((await previewLine(page).textContent())?.match(/^[\d,]+/)?.[0].replaceAll(',', ''))

test('misspellings are chosen beside the keywords: more is found, and saved with the filter', async ({ page, baseURL }) => {
  await page.goto('/filters/create')
  await page.getByRole('textbox', { name: 'Keywords' }).fill('vintage')
  await expect(previewLine(page)).toBeVisible()
  const { word, spelling } = await mistyped(page, baseURL)

  await page.goto(`/filters/create?keywords=${word}`)
  await expect(page.getByRole('textbox', { name: 'Keywords' })).toHaveValue(word)
  await expect(previewLine(page)).toBeVisible()
  const before = await countOf(page)
  await page.getByText('Bargain spellings').click()
  const chip = page.getByRole('button', { name: new RegExp(`^${spelling} \\d+$`) })
  await chip.click()
  await expect(chip).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('textbox', { name: 'Keywords' })).toHaveValue(`(${word},${spelling})`)
  await expect.poll(() => countOf(page)).toBeGreaterThan(before)

  await page.getByRole('button', { name: 'Save filter' }).click()
  await expect(page).toHaveURL(/\/filters$/)
  await page.reload()
  await expect(page.getByText(`(${word},${spelling})`)).toBeVisible()
  const server = await serverOf(page, baseURL)
  expect(await server.filters()).toMatchObject([{ name: word, keywords: `(${word},${spelling})` }])

  await page.getByRole('link', { name: /Edit/ }).first().click()
  await page.getByText('Bargain spellings').click()
  await expect(chip).toHaveAttribute('aria-pressed', 'true')
  await chip.click()
  await expect(page.getByRole('textbox', { name: 'Keywords' })).toHaveValue(word)
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the spellings are accessible and nothing is cut at 320 px in German, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width: 320, height: 800 })
    await page.goto('/de/filters/create?keywords=vintage+spiegelreflexkamera')
    await page.getByText('Tippfehler-Schnäppchen').click()
    await page.getByRole('button', { name: /^spigelreflexkamera/ }).click()
    await expect(page.getByRole('textbox', { name: 'Suchwörter' })).toHaveValue(/\(spiegelreflexkamera,/)
    expect(await faultsOf(page)).toEqual([])
  })
}
