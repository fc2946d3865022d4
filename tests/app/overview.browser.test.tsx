import { afterEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { filter, match } from './support/fixtures.ts'
import { renderApp } from './support/renderApp.tsx'

let app: Awaited<ReturnType<typeof renderApp>>
afterEach(() => app.end())

const newest = page.getByRole('heading', { name: 'Newest matches' })
const open = async (filters: ReturnType<typeof filter>[], items: ReturnType<typeof match>[]) => {
  app = await renderApp('/overview', ({ answers }) => {
    answers.listFilters = () => filters
    answers.listMatches = () => ({ items, nextCursor: null, asOf: new Date().toISOString() })
  })
}

it('shows somebody without filters what to do, and no empty list of matches', async () => {
  await open([], [])
  await expect.element(page.getByRole('heading', { name: 'No filters yet' })).toBeVisible()
  await expect.element(newest).not.toBeInTheDocument()
})

it('says that there are no matches yet once there is a filter', async () => {
  await open([filter(1)], [])
  await expect.element(newest).toBeVisible()
  await expect.element(page.getByText('No matches yet.')).toBeVisible()
})

it('keeps the matches of filters that are gone', async () => {
  await open([], [match(1)])
  await expect.element(newest).toBeVisible()
})
