import { afterEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { changeSessionAtom } from '../../src/session/session.ts'
import { id, stats } from './support/fixtures.ts'
import { renderApp } from './support/renderApp.tsx'

const PLANS = [
  { id: 'free', filterLimit: 3, price: { amount: 0, currency: 'EUR' } },
  { id: 'plus', filterLimit: 25, price: { amount: 499, currency: 'EUR' } },
  { id: 'pro', filterLimit: 500, price: { amount: 2499, currency: 'EUR' } },
]
const at = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const running = (plan: string, change: object = {}) => ({
  ...{ id: id(1), plan, status: 'active', createdAt: at(-9.5), endsAt: at(20.5), cancelAtPeriodEnd: false },
  ...change,
})

let app: Awaited<ReturnType<typeof renderApp>>
afterEach(() => app.end())

const open = async (path: string, own: object[], { areSold = true, filters = 1 } = {}) => {
  let held = own
  app = await renderApp(path, ({ answers, store }) => {
    answers.listPlans = () => PLANS
    answers.readConfig = () => ({ plans: areSold })
    answers.listSubscriptions = () => held
    answers.listFilters = () => []
    answers.readStats = () => ({ ...stats, listenerCount: filters })
    answers.createSubscription = ({ input }) => {
      const { plan } = input.body as { plan: string }
      held = [running(plan, { createdAt: at(0), endsAt: at(30) })]
      return held[0]
    }
    answers.cancelSubscription = () => {
      held = [running('plus', { status: 'cancelled', cancelAtPeriodEnd: true })]
    }
    store.set(changeSessionAtom, { isAuthenticated: true, isAnonymous: false, token: 'abc' })
  })
  app.store.set(changeSessionAtom, { isAnonymous: false })
}
const bought = () => app.calls.filter(({ name }) => name === 'createSubscription').map(({ input }) => input.body)

it('how much of the plan is used shows at once, with nothing else visited before', async () => {
  await open('/subscriptions', [])
  await expect.element(page.getByText('1 of 3 filters')).toBeVisible()
})

describe('choosing a plan', () => {
  it('while none runs takes one tap', async () => {
    await open('/subscriptions', [])
    await page.getByRole('button', { name: 'Choose Plus' }).click()
    await expect.element(page.getByText('Your plan: Plus')).toBeVisible()
    await expect.element(page.getByText('30 days left')).toBeVisible()
    await expect.element(page.getByRole('heading', { name: 'Your plan: Plus' })).toHaveFocus()
    expect(bought()).toEqual([{ plan: 'plus' }])
  })

  it('while another one runs says what becomes of that first', async () => {
    await open('/subscriptions', [running('plus')])
    await page.getByRole('button', { name: 'Choose Pro' }).click()
    await expect
      .element(page.getByText(/^Pro begins now and runs for 30 days\. Plus ends now; its remaining 21 days are lost\.$/))
      .toBeVisible()
    await expect.element(page.getByText(/^Pro begins now/)).toHaveFocus()
    expect(bought()).toEqual([])
    await page.getByRole('button', { name: 'Keep Plus' }).click()
    await expect.element(page.getByRole('button', { name: 'Choose Pro' })).toHaveFocus()
    await page.getByRole('button', { name: 'Choose Pro' }).click()
    await page.getByRole('button', { name: 'Change to Pro now' }).click()
    await expect.element(page.getByRole('heading', { name: 'Your plan: Pro' })).toHaveFocus()
    expect(bought()).toEqual([{ plan: 'pro' }])
  })

  it.each([
    ['/subscriptions', 26, 'Choose Plus', /its remaining 21 days are lost\. Your newest filter will be paused, not deleted\.$/],
    ['/subscriptions', 25, 'Choose Plus', /its remaining 21 days are lost\.$/],
    [
      '/de/subscriptions',
      30,
      'Plus wählen',
      /Pro endet damit; die restlichen 21 Tage verfallen\. Deine 5 neuesten Filter werden pausiert, nicht gelöscht\.$/,
    ],
  ])('to a smaller one names the filters that it pauses: %s, %d filters', async (path, filters, choose, text) => {
    await open(path, [running('pro')], { filters })
    await expect.element(page.getByText(new RegExp(`^${filters} (of|von)`))).toBeVisible()
    await page.getByRole('button', { name: choose }).click()
    await expect.element(page.getByText(text)).toBeVisible()
  })

  it.each([
    ['/subscriptions', '25 filters · €4.99 for 30 days'],
    ['/de/subscriptions', '25 Filter · 4,99\u00a0€ für 30 Tage'],
  ])('shows contents and price of each plan first: %s', async (path, terms) => {
    await open(path, [])
    await expect.element(page.getByText(terms)).toBeVisible()
  })

  it('that was cancelled goes on', async () => {
    await open('/subscriptions', [running('plus', { status: 'cancelled', cancelAtPeriodEnd: true })])
    await page.getByRole('button', { name: 'Resume plan' }).click()
    await expect.element(page.getByRole('button', { name: 'Cancel plan' })).toBeVisible()
    expect(bought()).toEqual([{ plan: 'plus' }])
  })
})

describe('cancelling a plan', () => {
  it('asks, and keeps the keyboard beside what it says', async () => {
    await open('/de/subscriptions', [running('plus')])
    const cancel = page.getByRole('button', { name: 'Tarif kündigen' })
    await cancel.click()
    await expect.element(page.getByText(/^Er läuft bis .* über dem kostenlosen Limit/)).toHaveFocus()
    await page.getByRole('button', { name: 'Tarif behalten' }).click()
    await expect.element(cancel).toHaveFocus()
    await cancel.click()
    await page.getByRole('button', { name: 'Jetzt kündigen' }).click()
    await expect.element(page.getByText(/^Gekündigt: Er läuft bis .* über dem kostenlosen Limit/)).toHaveFocus()
  })
})

describe('where no plan is sold', () => {
  it.each([
    ['/subscriptions', 'Plans cannot be bought on this server.'],
    ['/de/subscriptions', 'Auf diesem Server können keine Tarife gekauft werden.'],
  ])('%s says that plans are not sold and offers none', async (path, text) => {
    await open(path, [running('plus', { status: 'cancelled', cancelAtPeriodEnd: true })], { areSold: false })
    await expect.element(page.getByText(text)).toBeVisible()
    await expect.element(page.getByRole('heading', { name: 'Pro' })).toBeVisible()
    await expect.element(page.getByRole('button', { name: /Choose|Resume|wählen|fortsetzen/ })).not.toBeInTheDocument()
  })

  it('the landing page has the free plan alone, and says so', async () => {
    await open('/', [], { areSold: false })
    await expect.element(page.getByText('Plans cannot be bought on this server.')).toBeVisible()
    await expect.element(page.getByRole('heading', { name: 'Basic' })).toBeVisible()
    await expect.element(page.getByRole('heading', { name: 'Plus' })).not.toBeInTheDocument()
    expect(bought()).toEqual([])
  })

  it('the landing page shows all plans where they are', async () => {
    await open('/', [])
    await expect.element(page.getByRole('heading', { name: 'Plus' })).toBeVisible()
    await expect.element(page.getByText('Plans cannot be bought on this server.')).not.toBeInTheDocument()
  })

  it('a guest is not asked to register for one', async () => {
    await open('/subscriptions', [], { areSold: false })
    app.store.set(changeSessionAtom, { isAnonymous: true })
    await expect.element(page.getByText('Plans cannot be bought on this server.')).toBeVisible()
    await expect.element(page.getByRole('link', { name: /Register to get/ })).not.toBeInTheDocument()
  })
})
