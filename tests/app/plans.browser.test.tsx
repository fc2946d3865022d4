import { afterEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { changeSessionAtom } from '../../src/state/session/session.ts'
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

const open = async (path: string, own: object[], areSold = true) => {
  let held = own
  app = await renderApp(path, ({ answers, store }) => {
    answers.listPlans = () => PLANS
    answers.readConfig = () => ({ plans: areSold })
    answers.listSubscriptions = () => held
    answers.listFilters = () => []
    answers.readStats = () => stats
    answers.createSubscription = ({ input }) => {
      const { plan } = input.body as { plan: string }
      held = [running(plan, { createdAt: at(0), endsAt: at(30) })]
      return held[0]
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
    await expect.element(page.getByText('You have: Plus')).toBeVisible()
    await expect.element(page.getByText('30 days left')).toBeVisible()
    expect(bought()).toEqual([{ plan: 'plus' }])
  })

  it('while another one runs says what becomes of that first', async () => {
    await open('/subscriptions', [running('plus')])
    await page.getByRole('button', { name: 'Choose Pro' }).click()
    await expect.element(page.getByText(/^Pro begins now and runs for 30 days\. Plus ends\./)).toBeVisible()
    await expect.element(page.getByText(/Its 21 days left are not carried over\./)).toBeVisible()
    expect(bought()).toEqual([])
    await page.getByRole('button', { name: 'Keep Plus' }).click()
    await page.getByRole('button', { name: 'Choose Pro' }).click()
    await page.getByRole('button', { name: 'Change to Pro now' }).click()
    await expect.element(page.getByText('You have: Pro')).toBeVisible()
    expect(bought()).toEqual([{ plan: 'pro' }])
  })

  it('that is smaller says that filters are paused and not deleted, in German too', async () => {
    await open('/de/subscriptions', [running('pro')])
    await page.getByRole('button', { name: 'Plus wählen' }).click()
    await expect.element(page.getByText(/Filter über der Grenze von 25 werden pausiert, nicht gelöscht\./)).toBeVisible()
  })

  it('that was cancelled goes on', async () => {
    await open('/subscriptions', [running('plus', { status: 'cancelled', cancelAtPeriodEnd: true })])
    await page.getByRole('button', { name: 'Resume plan' }).click()
    await expect.element(page.getByRole('button', { name: 'Cancel plan' })).toBeVisible()
    expect(bought()).toEqual([{ plan: 'plus' }])
  })
})

describe('where no plan is sold', () => {
  it.each([
    ['/subscriptions', 'Plans cannot be bought on this server.'],
    ['/de/subscriptions', 'Auf diesem Server können keine Tarife gekauft werden.'],
  ])('%s says so, and offers nothing to choose', async (path, text) => {
    await open(path, [running('plus', { status: 'cancelled', cancelAtPeriodEnd: true })], false)
    await expect.element(page.getByText(text)).toBeVisible()
    await expect.element(page.getByRole('heading', { name: 'Pro' })).toBeVisible()
    await expect.element(page.getByRole('button', { name: /Choose|Resume|wählen|fortsetzen/ })).not.toBeInTheDocument()
  })

  it('the landing page has the free plan alone, and says so', async () => {
    await open('/', [], false)
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
    await open('/subscriptions', [], false)
    app.store.set(changeSessionAtom, { isAnonymous: true })
    await expect.element(page.getByText('Plans cannot be bought on this server.')).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'Register to choose it' })).not.toBeInTheDocument()
  })
})
