import { afterEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Delivery } from '../../contract/notifications.ts'
import { ApiError } from '../../src/api/errors.ts'
import { matchesAtom } from '../../src/state/cachedAuctions.ts'
import { auction, filter, match } from './support/fixtures.ts'
import { renderApp } from './support/renderApp.tsx'

const asOf = new Date().toISOString()
const running = (number: number) => auction(number, { endsAt: new Date(Date.now() + number * 3_600_000).toISOString() })
const row = (number: number) => match(number, { auction: running(number) })

let app: Awaited<ReturnType<typeof renderApp>>
const open = async (path: string, rows: readonly ReturnType<typeof match>[]) => {
  app = await renderApp(path, ({ answers }) => {
    answers.listMatches = () => ({ items: rows, nextCursor: null, asOf })
    answers.changeMatch = ({ input }) => ({ ...row(1), ...(input.body as object) })
    answers.readAuction = ({ input }) => ({
      ...running(Number((input.params as { id: string }).id.slice(-3))),
      priceHistory: [],
      related: [],
    })
    answers.listFilters = () => [filter(0)]
    answers.listDeliveries = () => ({ items: [], nextCursor: null, asOf })
  })
}
afterEach(() => app.end())

describe('the inbox', () => {
  it('shows matches with their words marked', async () => {
    await open('/auctions', [row(1), row(2)])
    await expect.element(page.getByRole('link', { name: 'Leica M3 number 1' })).toBeVisible()
    await expect.element(page.getByRole('mark').first()).toHaveTextContent('Leica')
  })

  it('is worked by keys alone', async () => {
    await open('/auctions', [row(1), row(2), row(3)])
    await expect.element(page.getByRole('link', { name: 'Leica M3 number 1' })).toBeVisible()
    await userEvent.keyboard('j')
    await expect.element(page.getByRole('link', { name: 'Leica M3 number 1' })).toHaveFocus()
    await userEvent.keyboard('j')
    await expect.element(page.getByRole('link', { name: 'Leica M3 number 2' })).toHaveFocus()
    await userEvent.keyboard('h')
    expect(app.store.get(matchesAtom).get(row(2).id)?.state).toBe('hidden')
    await expect.element(page.getByRole('link', { name: 'Leica M3 number 3' })).toHaveFocus()
    await page.getByRole('button', { name: 'Undo' }).click()
    expect(app.store.get(matchesAtom).get(row(2).id)?.state).toBe('new')
  })

  it('opens an auction, takes the focus to its title and marks it seen', async () => {
    await open('/auctions', [row(1)])
    await page.getByRole('link', { name: 'Leica M3 number 1' }).click()
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Leica M3 number 1')
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
    await expect.poll(() => app.store.get(matchesAtom).get(row(1).id)?.state).toBe('seen')
  })

  it('says why an alert waits, why one came to nothing, and nothing of the kind of one that was told', async () => {
    await open('/de/auctions', [row(1)])
    const delivery = (number: number, change: Partial<Delivery>): Delivery => ({
      ...{ id: `01930000-0000-7000-8000-00000000000${number}`, matchId: row(1).id, filterIds: [], event: 'newMatch' },
      ...{ channel: 'email', target: 'a@example.org', attempts: [], queuedAt: asOf, status: 'held', ...change },
      ...{ auction: { id: row(1).auction.id, title: row(1).auction.title, seenAt: asOf }, matchedAt: asOf },
    })
    const items = [
      delivery(1, { reason: 'quietHours', dueAt: '2026-11-21T06:00:00.000Z' }),
      delivery(2, { status: 'expired', reason: 'unwanted' }),
      delivery(3, { status: 'accepted', reason: 'digest', acceptedAt: asOf }),
    ]
    app.answers.listDeliveries = () => ({ items, nextCursor: null, asOf })
    await page.getByRole('link', { name: 'Leica M3 number 1' }).click()
    await expect.element(page.getByText(/zurückgehalten \(Ruhezeit\)/)).toBeVisible()
    await expect.element(page.getByText(/^fällig /)).toBeVisible()
    await expect.element(page.getByText(/verfallen \(kein Filter wollte sie mehr\)/)).toBeVisible()
    await expect.element(page.getByText(/für die Sammelmeldung/)).not.toBeInTheDocument()
  })

  it('keeps thousands of rows out of the document', async () => {
    await open(
      '/auctions',
      Array.from({ length: 5000 }, (_, index) => row(index + 1)),
    )
    await expect.element(page.getByRole('article').first()).toBeVisible()
    expect(document.querySelectorAll('article').length).toBeLessThan(40)
  })

  it('says what failed and tries again', async () => {
    let isBroken = true
    app = await renderApp('/de/auctions', ({ answers }) => {
      answers.listMatches = () => {
        if (isBroken) throw new ApiError('unavailable', 503)
        return { items: [row(1)], nextCursor: null, asOf }
      }
    })
    await expect
      .element(page.getByRole('heading', { name: 'Der Dienst ist kurz weg. Bitte versuche es noch einmal.' }))
      .toBeVisible()
    isBroken = false
    await page.getByRole('button', { name: 'Noch einmal' }).click()
    await expect.element(page.getByRole('link', { name: 'Leica M3 number 1' })).toBeVisible()
  })

  it('never turns a marketplace’s text into elements', async () => {
    const hostile = '<img src=x onerror="document.body.dataset.hit=1"> Leica'
    await open('/auctions', [match(1, { auction: { ...running(1), title: hostile, description: hostile }, highlights: [] })])
    await expect.element(page.getByRole('link', { name: hostile })).toBeVisible()
    expect(document.body.dataset.hit).toBeUndefined()
  })
})

describe('a page that is not there', () => {
  const visitAs = (userAgent: string) => Object.defineProperty(navigator, 'userAgent', { value: userAgent, configurable: true })

  it('is nothing to a bot', async () => {
    visitAs('Googlebot/2.1')
    app = await renderApp('/nope/here')
    await expect.poll(() => document.title).toBe('Lotwatch')
    expect(page.getByRole('heading').elements()).toEqual([])
  })

  it('is 404 with its path', async () => {
    // A browser without a head is a bot by its name.
    visitAs('Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0.0.0 Safari/537.36')
    app = await renderApp('/nope/here')
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Page Not Found: /nope/here')
    app.end()
    app = await renderApp('/de/nirgends')
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Seite nicht gefunden: /de/nirgends')
  })
})
