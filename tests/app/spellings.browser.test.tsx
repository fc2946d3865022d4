import { afterEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Spelling, Spellings } from '../../contract/spellings.ts'
import { ApiError } from '../../src/api/errors.ts'
import { filter } from './support/fixtures.ts'
import { renderApp } from './support/renderApp.tsx'

const since = '2026-10-22T00:00:00Z'
const spelling = (text: string, count: number, isOwnWord = false): Spelling => ({ spelling: text, count, isOwnWord })
const KNOWN: Record<string, { count: number; spellings: Spelling[] }> = {
  nintendo: { count: 1204, spellings: [spelling('nintedo', 3), spelling('nitendo', 1), spelling('nintndo', 0)] },
  bosch: { count: 40, spellings: [spelling('bosh', 4), spelling('busch', 50, true)] },
  leica: { count: 7, spellings: [spelling('leika', 0)] },
  // Lists every word that can be misspelled, even without found misspellings.
  switch: { count: 90, spellings: [] },
}

/** The response of a server that knows these words. */
function listed(keywords: string): Spellings {
  const words = Object.entries(KNOWN).flatMap(([token, known]) => {
    const start = keywords.indexOf(token)
    return start < 0 ? [] : [{ token, start, end: start + token.length, ...known }]
  })
  return { words: words.toSorted((a, b) => a.start - b.start), since }
}

let app: Awaited<ReturnType<typeof renderApp>>
afterEach(() => app.end())
const keywords = page.getByLabelText('Keywords', { exact: true })
const chip = (name: string) => page.getByRole('button', { name, exact: true })
const asked = () => app.calls.filter(({ name }) => name === 'listSpellings').map(({ input }) => input.body)

async function open(typed: string, answer: (text: string) => unknown = listed, path = '/filters/create') {
  app = await renderApp(path, ({ answers }) => {
    answers.listFilters = () => [filter(1, { keywords: 'nintendo' })]
    answers.createFilter = ({ input }) => filter(2, input.body as object)
    answers.listSpellings = ({ input }) => answer((input.body as { keywords: string }).keywords)
  })
  await page.getByText(path.startsWith('/de') ? 'Tippfehler-Schnäppchen' : 'Bargain spellings').click()
  if (typed !== '') await page.getByRole('textbox').first().fill(typed)
}

it('a spelling is switched into the keywords and out again, and is saved with them', async () => {
  await open('nintendo switch')
  await expect.element(chip('nintedo 3')).toBeVisible()
  await expect.element(page.getByText('in 1,204 titles')).toBeVisible()
  await expect.element(chip('nintedo 3')).toHaveAttribute('aria-pressed', 'false')
  await chip('nintedo 3').click()
  await expect.element(keywords).toHaveValue('(nintendo,nintedo) switch')
  await expect.element(chip('nintedo 3')).toHaveAttribute('aria-pressed', 'true')
  expect(document.activeElement?.textContent, 'the next one is a key away').toContain('nintedo')

  await chip('all that were found').click()
  await expect.element(keywords).toHaveValue('(nintendo,nintedo,nitendo) switch')
  await chip('nintedo 3').click()
  await chip('nintndo').click()
  await expect.element(keywords).toHaveValue('(nintendo,nitendo,nintndo) switch')
  await expect.element(page.getByText('(nintendo,nitendo,nintndo)', { exact: true })).toBeVisible()
  expect(asked(), 'switching asks nothing').toHaveLength(1)

  await page.getByRole('button', { name: 'Save filter' }).click()
  await expect
    .poll(() => app.calls.find(({ name }) => name === 'createFilter')?.input.body)
    .toMatchObject({ keywords: '(nintendo,nitendo,nintndo) switch', name: 'nintendo switch' })
})

it('all that were found are switched off together', async () => {
  await open('(nintendo,nintedo,nitendo)')
  await expect.element(chip('all that were found')).toHaveAttribute('aria-pressed', 'true')
  await chip('all that were found').click()
  await expect.element(keywords).toHaveValue('nintendo')
})

it('another word is asked about when typing rests, as is another way to compare words', async () => {
  await open('bosch')
  await expect.element(page.getByText('So frequent that they are words of their own')).toBeVisible()
  await expect.element(chip('busch 50')).toBeVisible()
  await keywords.fill('bosch nintendo')
  await expect.element(chip('nitendo 1')).toBeVisible()
  await page.getByLabelText('Word forms').selectOptions('exact')
  await expect.poll(() => asked().at(-1)).toEqual({ keywords: 'bosch nintendo', wordMatch: 'exact' })
  expect(asked()).toHaveLength(3)
})

it('works by keyboard alone', async () => {
  await open('nintendo')
  await expect.element(chip('nintedo 3')).toBeVisible()
  ;(chip('all that were found').element() as HTMLElement).focus()
  await userEvent.keyboard('{Tab} {Tab}{Enter}')
  await expect.element(keywords).toHaveValue('(nintendo,nintedo,nitendo)')
  await userEvent.keyboard('{Shift>}{Tab}{/Shift} ')
  await expect.element(keywords).toHaveValue('(nintendo,nitendo)')
})

it('says when there is nothing to suggest, nothing was found, or a fault stands in the way', async () => {
  await open('')
  await expect.element(page.getByText(/There is nothing to suggest/)).toBeVisible()
  expect(asked()).toEqual([])
  await keywords.fill('leica')
  await expect.element(page.getByText('No misspellings of these words in the stored titles.')).toBeVisible()
  await expect.element(chip('leika')).toBeVisible()
  await keywords.fill('leica (rollei')
  await expect.element(page.getByText('First the fault in the keywords has to be mended.')).toBeVisible()
  expect(asked()).toHaveLength(1)
})

it('says when the keywords are full', async () => {
  await open(`nintendo${` ${'a'.repeat(96)}`.repeat(5)}`)
  await expect.element(page.getByText('The keywords are full: 500 characters and 60 words at most.')).toBeVisible()
  await expect.element(chip('nintedo 3')).toBeDisabled()
})

it('says why it could not be asked, and tries again', async () => {
  let isAway = true
  await open('nintendo', (text) => {
    if (isAway) throw new ApiError('offline')
    return listed(text)
  })
  await expect.element(page.getByRole('paragraph').filter({ hasText: 'You are offline' })).toBeVisible()
  isAway = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(chip('nintedo 3')).toBeVisible()
})

it('fits a narrow page in German', async () => {
  await page.viewport(320, 700)
  await open('nintendo', listed, '/de/filters/create')
  await chip('alle gefundenen').click()
  await chip('nintndo').click()
  const { scrollWidth, clientWidth } = document.documentElement
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
  for (const button of document.querySelectorAll<HTMLElement>('[aria-pressed]')) {
    expect(button.offsetHeight).toBeGreaterThanOrEqual(44)
  }
  await page.viewport(1280, 800)
})
