import { afterEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Delivery } from '../../contract/notifications.ts'
import { ApiError } from '../../src/api/errors.ts'
import { keepMatchesAtom, matchesAtom } from '../../src/session/cachedAuctions.ts'
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
      .element(page.getByRole('heading', { name: 'Der Dienst ist gerade nicht erreichbar. Bitte versuche es noch einmal.' }))
      .toBeVisible()
    isBroken = false
    await page.getByRole('button', { name: 'Erneut versuchen' }).click()
    await expect.element(page.getByRole('link', { name: 'Leica M3 number 1' })).toBeVisible()
  })

  it('never turns a marketplace’s text into elements', async () => {
    const hostile = '<img src=x onerror="document.body.dataset.hit=1"> Leica'
    await open('/auctions', [match(1, { auction: { ...running(1), title: hostile, description: hostile }, highlights: [] })])
    await expect.element(page.getByRole('link', { name: hostile })).toBeVisible()
    expect(document.body.dataset.hit).toBeUndefined()
  })
})

describe('an auction that is opened', () => {
  const rows = Array.from({ length: 40 }, (_, index) => row(index + 1))
  afterEach(() => page.viewport(414, 896))

  it('shows from its top on a phone, however far down the list was', async () => {
    await page.viewport(360, 740)
    await open('/auctions', rows)
    await expect.element(page.getByRole('link', { name: 'Leica M3 number 1', exact: true })).toBeVisible()
    scrollTo(0, 2000)
    await expect.poll(() => scrollY).toBeGreaterThan(1500)
    const link = page.getByRole('article').nth(5).getByRole('link')
    await expect.element(link).toBeInTheDocument()
    ;(link.element() as HTMLElement).click()
    await expect.poll(() => document.querySelector('h1')?.textContent).toMatch(/^Leica M3/)
    await expect.poll(() => scrollY).toBe(0)
  })

  it('shows from its top beside the list, which stays where it is', async () => {
    await page.viewport(1280, 800)
    await open('/auctions', rows)
    app.answers.readAuction = ({ input }) => ({
      ...running(Number((input.params as { id: string }).id.slice(-3))),
      description: 'Kept in a cupboard. '.repeat(400),
      priceHistory: [],
      related: [],
    })
    await page.getByRole('link', { name: 'Leica M3 number 1', exact: true }).click()
    await expect.element(page.getByText(/^Kept in a cupboard/)).toBeVisible()
    const pane = () => page.getByRole('heading', { level: 1 }).element().closest('article')?.parentElement?.parentElement
    pane()?.scrollTo(0, 900)
    await expect.poll(() => pane()?.scrollTop).toBe(900)
    scrollTo(0, 300)
    await expect.poll(() => scrollY).toBe(300)
    ;(page.getByRole('link', { name: 'Leica M3 number 3', exact: true }).element() as HTMLElement).click()
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Leica M3 number 3')
    await expect.element(page.getByText(/^Kept in a cupboard/)).toBeVisible()
    expect(pane()?.scrollTop).toBe(0)
    expect(scrollY).toBe(300)
  })
})

describe('without a network', () => {
  const goOffline = () => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  afterEach(() => vi.restoreAllMocks())

  const openOffline = (path: string, known: readonly ReturnType<typeof match>[]) => {
    goOffline()
    return renderApp(path, ({ store }) => store.set(keepMatchesAtom, known))
  }

  it('an empty part of the inbox is empty and not on its way', async () => {
    app = await openOffline('/auctions?segment=hidden', [row(1)])
    await expect.element(page.getByRole('heading', { name: 'Nothing here on this device' })).toBeVisible()
    expect(page.getByRole('progressbar').elements()).toEqual([])
    app.end()
    app = await openOffline('/de/overview', [])
    await expect.element(page.getByRole('heading', { name: 'Auf diesem Gerät ist hier nichts gespeichert' })).toBeVisible()
  })

  it('is empty after the last row was hidden', async () => {
    app = await openOffline('/auctions', [row(1)])
    await page.getByRole('button', { name: 'Hide' }).click()
    await expect.element(page.getByRole('heading', { name: 'Nothing here on this device' })).toBeVisible()
  })

  it('an auction that only the list knows does not deny the price that it shows', async () => {
    app = await openOffline(`/auctions/${row(1).auction.id}`, [row(1)])
    await expect.element(page.getByText('Details cannot be loaded now. This is what the list knows.')).toBeVisible()
    await expect.element(page.getByRole('article').last().getByText('€100.01').first()).toBeVisible()
    expect(page.getByText('No price has been seen yet.').elements()).toEqual([])
  })
})

const visitAs = (userAgent: string) => Object.defineProperty(navigator, 'userAgent', { value: userAgent, configurable: true })

describe('a page that fails', () => {
  const failing = () =>
    renderApp('/marketplaces/demo', ({ answers }) => {
      answers.readMarketplace = () => {
        throw new ApiError('internal', 500)
      }
    })

  it('is nothing to a bot', async () => {
    visitAs('Googlebot/2.1')
    app = await failing()
    await expect.poll(() => app.router.state.status).toBe('idle')
    expect(page.getByRole('alert').elements()).toEqual([])
    expect(page.getByText('500').elements()).toEqual([])
  })

  it('is 500 to people, with ways on', async () => {
    visitAs('Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0.0.0 Safari/537.36')
    app = await failing()
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Something went wrong on this page')
    await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  })
})

describe('a page that is not there', () => {
  it('is nothing to a bot', async () => {
    visitAs('Googlebot/2.1')
    app = await renderApp('/nope/here')
    await expect.poll(() => document.title).toBe('Lotwatch')
    expect(page.getByRole('heading').elements()).toEqual([])
  })

  it('is 404 with its path', async () => {
    // A headless browser's user agent counts as a bot.
    visitAs('Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0.0.0 Safari/537.36')
    app = await renderApp('/nope/here')
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Page Not Found: /nope/here')
    app.end()
    app = await renderApp('/de/nirgends')
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Seite nicht gefunden: /de/nirgends')
  })
})
