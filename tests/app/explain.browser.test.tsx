import { afterEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { AuctionExplanation, Fix } from '../../contract/explain.ts'
import type { FilterDraft } from '../../contract/filter.ts'
import { ApiError } from '../../src/api/errors.ts'
import { auction, filter, match } from './support/fixtures.ts'
import { renderApp } from './support/renderApp.tsx'

const since = '2026-10-22T00:00:00Z'
const mine = filter(1, { keywords: 'leica', price: { max: 10_000, currency: 'EUR' } })
const raise: Fix = {
  kind: 'raisePrice',
  criterion: 'price',
  change: { price: { max: 13_000, currency: 'EUR', of: 'price' } },
  added: 4,
  hidden: 0,
}
const exclude: Fix = {
  kind: 'excludeWord',
  criterion: 'keywords',
  values: ['number'],
  change: { keywords: 'leica -number' },
  added: 0,
  hidden: 12,
}
const words: AuctionExplanation['criteria'][number] = {
  ...{ criterion: 'keywords', verdict: 'yes', detail: {} },
  highlights: [{ field: 'title', start: 0, end: 5 }],
}
const amount = { amount: 12_345, currency: 'EUR' }

/** The verdict of a server that only checks the price. */
function verdict({ price }: Partial<FilterDraft>): AuctionExplanation {
  const fits = (price?.max ?? 0) >= amount.amount
  return {
    verdict: fits ? 'yes' : 'no',
    auction: auction(7),
    criteria: [words, { criterion: 'price', verdict: fits ? 'yes' : 'no', detail: { amount }, ...(fits ? {} : { fix: raise }) }],
    exclusions: fits ? [exclude] : [],
    since,
  }
}

let app: Awaited<ReturnType<typeof renderApp>>
afterEach(() => app.end())
const asked = () => app.calls.filter(({ name }) => name === 'explainAuction').map(({ input }) => input.body)
const link = () => page.getByLabelText(/^Link/)
const edit = (answer: (draft: FilterDraft) => unknown, path = '/filters/create') =>
  renderApp(`${path}?from=${mine.id}`, ({ answers }) => {
    answers.listFilters = () => [mine]
    answers.explainAuction = ({ input }) => answer((input.body as { draft: FilterDraft }).draft)
    answers.replaceFilter = ({ input }) => filter(1, { ...(input.body as object), version: 2 })
  })
const openWhyNot = async (question = "Why didn't I get this auction?") => {
  await page.getByText(question).click()
  await link().fill('Look: https://demo.example/lot/7 nice')
}

describe('why an auction was not found', () => {
  it('is told for a pasted link; a fix goes into the form, is judged again, and is saved with the form', async () => {
    app = await edit(verdict)
    await openWhyNot()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('It does not match.')).toBeVisible()
    await expect.element(page.getByRole('mark')).toHaveTextContent('Leica')
    await expect.element(page.getByText('€123.45')).toBeVisible()
    await expect.element(page.getByText(/would have added 4 auctions since/)).toBeVisible()
    expect(asked()).toMatchObject([{ url: 'https://demo.example/lot/7', draft: { price: { max: 10_000 } } }])

    await page.getByRole('button', { name: 'Raise the price to €130.00' }).click()
    await expect.element(page.getByText('It matches.')).toBeVisible()
    await expect.poll(() => document.activeElement?.textContent).toContain('It matches.')
    expect(asked()).toHaveLength(2)
    await expect.element(page.getByRole('link', { name: 'Show it here' })).toHaveAttribute('href', `/auctions/${auction(7).id}`)
    expect(app.namesOfCalls()).not.toContain('replaceFilter')
    await page.getByRole('button', { name: 'Save filter' }).click()
    await expect
      .poll(() => app.calls.find(({ name }) => name === 'replaceFilter')?.input.body)
      .toMatchObject({
        price: { max: 13_000 },
      })
  })

  it('says when the form has moved on', async () => {
    app = await edit(verdict)
    await openWhyNot()
    await page.getByRole('button', { name: 'Check', exact: true }).click()
    await expect.element(page.getByText('It does not match.')).toBeVisible()
    await page.getByLabelText('Keywords', { exact: true }).fill('rollei')
    await expect.element(page.getByText('The form was changed since. Check again.')).toBeVisible()
    await expect.element(page.getByRole('button', { name: /Raise the price/ })).toBeDisabled()
  })

  it('says in German what is wrong with a link, on a narrow page too', async () => {
    await page.viewport(320, 700)
    app = await edit(() => {
      throw new ApiError('values_invalid', 422, {
        type: '',
        title: '',
        status: 422,
        code: 'values_invalid',
        errors: [{ path: 'url', code: 'marketplace_unknown', message: '' }],
      })
    }, '/de/filters/create')
    await openWhyNot('Warum habe ich diese Auktion nicht bekommen?')
    await page.getByRole('button', { name: 'Prüfen', exact: true }).click()
    await expect.element(page.getByText('Dieser Link führt zu keinem Marktplatz, der hier beobachtet wird.')).toBeVisible()
    const { scrollWidth, clientWidth } = document.documentElement
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
    await page.viewport(1280, 800)
  })
})

describe('why an auction was found', () => {
  const open = (path: string, answer: () => unknown) =>
    renderApp(path, ({ answers }) => {
      answers.listMatches = () => ({ items: [row], nextCursor: null, asOf: since })
      answers.changeMatch = () => row
      answers.readAuction = () => ({ ...row.auction, priceHistory: [], related: [] })
      answers.listDeliveries = () => ({ items: [], nextCursor: null, asOf: since })
      answers.listFilters = () => [mine]
      answers.explainAuction = answer
    })
  const row = match(7, { filters: [{ id: mine.id, name: mine.name }] })

  it('is told criterion by criterion, and a word of it can be taken into the filter as excluded', async () => {
    app = await open(`/auctions/${row.auction.id}`, () => verdict({ price: { max: 20_000, currency: 'EUR', of: 'price' } }))
    await page.getByText('Criterion by criterion').click()
    await expect.element(page.getByText(/would have hidden 12 matches since/)).toBeVisible()
    expect(asked()).toEqual([{ auctionId: row.auction.id, filterId: mine.id }])
    await page.getByRole('button', { name: 'Exclude “number”' }).click()
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Edit filter')
    await expect.element(page.getByLabelText('Keywords', { exact: true })).toHaveValue('leica -number')
    expect(app.namesOfCalls()).not.toContain('replaceFilter')
  })

  it('says that it cannot be said, and tries again', async () => {
    let isAway = true
    app = await open(`/auctions/${row.auction.id}`, () => {
      if (isAway) throw new ApiError('unavailable', 503)
      return verdict({})
    })
    await page.getByText('Criterion by criterion').click()
    await expect.element(page.getByText('The service is temporarily unavailable. Please try again.')).toBeVisible()
    isAway = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.element(page.getByText('It does not match.')).toBeVisible()
  })
})
