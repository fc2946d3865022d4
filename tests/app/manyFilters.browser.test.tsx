import { afterEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { auction, filter, match } from './support/fixtures.ts'
import { renderApp } from './support/renderApp.tsx'

const asOf = new Date().toISOString()
const rows = Array.from({ length: 10 }, (_, index) =>
  match(index + 1, { auction: auction(index + 1, { endsAt: new Date(Date.now() + 3_600_000).toISOString() }) }),
)
const LONG = 'Ein wirklich langer Name, der schon allein eine Zeile füllen würde'

let app: Awaited<ReturnType<typeof renderApp>>
afterEach(async () => {
  app.end()
  await page.viewport(414, 896)
})

const open = async (path: string, count: number) => {
  app = await renderApp(path, ({ answers }) => {
    answers.listFilters = () => Array.from({ length: count }, (_, index) => filter(index, { name: `${index} ${LONG}` }))
    answers.listMatches = () => ({ items: rows, nextCursor: null, asOf })
    answers.readAlertReport = () => ({ channels: [], since: asOf, filters: [] })
  })
  if (path.includes('auctions')) app.store.set((await import('../../src/features/filters/filters.ts')).loadFiltersAtom)
}
const firstRowAt = () => page.getByRole('article').first().element().getBoundingClientRect().top

describe.each([360, 1280])('at %d px', (width) => {
  it.each([25, 500])('%d filters do not move the first auction down', async (count) => {
    await page.viewport(width, 800)
    await open('/auctions', 2)
    await expect.element(page.getByRole('button', { name: /^Filter:/ })).toBeVisible()
    await expect.element(page.getByRole('article').first()).toBeVisible()
    const before = firstRowAt()
    app.end()
    await open('/auctions', count)
    await expect.element(page.getByRole('button', { name: /^Filter:/ })).toBeVisible()
    await expect.element(page.getByRole('article').first()).toBeVisible()
    expect(Math.abs(firstRowAt() - before)).toBeLessThan(2)
    expect(firstRowAt()).toBeLessThan(400)
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  })
})

it('the overview says where it has read only the first page', async () => {
  app = await renderApp('/overview', ({ answers }) => {
    answers.listFilters = () => [filter(0)]
    answers.listMatches = () => ({ items: rows, nextCursor: 'more', asOf })
    answers.readAlertReport = () => ({ channels: [], since: asOf, filters: [] })
  })
  await expect.element(page.getByText('10+ new, 10+ ending today')).toBeVisible()
  await expect.element(page.getByText('Matches of the last 14 days, among your newest 10')).toBeVisible()
})

it('one of five hundred is found by its name, and taken off again', async () => {
  await open('/auctions', 500)
  await page.getByRole('button', { name: /^Filter:/ }).click()
  await page.getByLabelText('Search filters').fill('417 EIN')
  await page.getByRole('button', { name: `417 ${LONG}`, exact: true }).click()
  expect(app.router.state.location.search).toMatchObject({ filter: filter(417).id })
  await page.getByRole('button', { name: /^Filter: 417/ }).click()
  await page.getByLabelText('Search filters').fill('nothing of the kind')
  await expect.element(page.getByText('No filter has this in its name.')).toBeVisible()
  await page.getByLabelText('Search filters').fill('')
  await page.getByRole('button', { name: 'All filters', exact: true }).last().click()
  expect(app.router.state.location.search).not.toHaveProperty('filter')
})

it('the overview lists each filter once, a few of many at first', async () => {
  await open('/overview', 25)
  const named = () => [...document.querySelectorAll('h3')].filter(({ textContent }) => textContent?.includes(LONG))
  await expect.poll(() => named().length).toBe(4)
  await page.getByRole('button', { name: 'Show all 25 filters' }).click()
  await expect.poll(() => named().length).toBe(25)
})
