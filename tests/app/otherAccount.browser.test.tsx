import { afterEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { matchesAtom } from '../../src/session/cachedAuctions.ts'
import { changeSessionAtom, sessionAtom } from '../../src/session/session.ts'
import { otherAccountAtom } from '../../src/session/signIn.ts'
import { userAtom } from '../../src/session/user.ts'
import { takeShellAction } from '../../src/shell/actions.ts'
import { match, user } from './support/fixtures.ts'
import { renderApp } from './support/renderApp.tsx'

let app: Awaited<ReturnType<typeof renderApp>>
afterEach(async () => {
  app.end()
  await page.viewport(414, 896)
})

const ADA = { ...user(1, false), email: 'ada@example.org' }
const BOB = { ...user(2, false), email: 'bob@example.org' }
const GUEST = user(3, true)
type Person = typeof ADA

/** Opens the app with a user signed in; the server resolves the shell's token to `next`. */
async function open(path: string, current: Person, next: Person) {
  app = await renderApp(path, ({ answers, store }) => {
    answers.listFilters = () => []
    answers.listMatches = () => ({ items: [], nextCursor: null, asOf: new Date().toISOString() })
    answers.readUser = () => next
    answers.changeUser = () => next
    store.set(userAtom, current)
  })
  app.store.set(changeSessionAtom, { accountId: current.id, isAnonymous: current.isAnonymous })
  app.store.set(matchesAtom, new Map([[match(1).id, match(1)]]))
}
type Said = Parameters<typeof takeShellAction>[1]['action']
async function say(action: Extract<Said, 'loginSuccess' | 'anonymousLoginSuccess' | 'upgradeAccountSuccess'>) {
  const went: string[] = []
  await takeShellAction(app.store, { action, user: {}, token: 'of the shell' } as never, (to) => went.push(to))
  return went
}
const textOf = () => page.getByRole('dialog').element().textContent
const session = () => app.store.get(sessionAtom)
const ended = () => app.calls.filter(({ name }) => name === 'endSession').map(({ options }) => options.token)

describe('another account by the shell', () => {
  it('waits for the answer, and is ended on the server when it is not wanted', async () => {
    await open('/filters', ADA, BOB)
    expect(await say('loginSuccess')).toEqual([])
    const dialog = page.getByRole('dialog', { name: 'Sign in as another account?' })
    await expect.poll(textOf).toContain('You are signed in as ada@example.org.')
    await expect.poll(textOf).toContain('Your phone wants to sign in as bob@example.org.')
    expect(session()).toMatchObject({ token: 'abc', accountId: ADA.id })
    await dialog.getByRole('button', { name: 'Stay signed in' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.poll(ended).toEqual(['session-of-of the shell'])
    expect(session()).toMatchObject({ token: 'abc', accountId: ADA.id, isAnonymous: false })
    expect(app.store.get(matchesAtom).size).toBe(1)
  })

  it('takes over when it is wanted, and nothing of the last one stays', async () => {
    await open('/filters', ADA, BOB)
    await say('loginSuccess')
    await page.getByRole('button', { name: 'Switch account' }).click()
    await expect.poll(() => session().accountId).toBe(BOB.id)
    expect(session()).toMatchObject({ token: 'session-of-of the shell', isAuthenticated: true, isAnonymous: false })
    expect(app.store.get(matchesAtom).size).toBe(0)
    await expect.poll(() => app.router.state.location.pathname).toBe('/overview')
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    expect(ended()).toEqual([])
  })

  it('that is followed by a third one leaves one question, and no session behind', async () => {
    await open('/filters', ADA, BOB)
    await say('loginSuccess')
    app.answers.readUser = () => ({ ...user(4, false), email: 'cy@example.org' })
    app.world.exchange = async () => 'of the third'
    await say('loginSuccess')
    await expect.poll(textOf).toContain('Your phone wants to sign in as cy@example.org.')
    await expect.poll(ended).toEqual(['session-of-of the shell'])
  })

  it('asks as well when it comes as an upgrade', async () => {
    await open('/filters', ADA, BOB)
    await say('upgradeAccountSuccess')
    await expect.element(page.getByRole('dialog')).toBeVisible()
    expect(session().accountId).toBe(ADA.id)
  })

  it('that is a guest never replaces an account', async () => {
    await open('/filters', ADA, GUEST)
    await say('anonymousLoginSuccess')
    expect(app.store.get(otherAccountAtom)).toBeNull()
    expect(session()).toMatchObject({ token: 'abc', accountId: ADA.id })
  })
})

describe('no question is asked', () => {
  it('when the same account signs in again', async () => {
    await open('/filters', ADA, ADA)
    expect(await say('loginSuccess')).toEqual(['overview'])
    expect(app.store.get(otherAccountAtom)).toBeNull()
    expect(session()).toMatchObject({ token: 'session-of-of the shell', accountId: ADA.id })
  })

  it('when a guest signs in, or gives way to another guest', async () => {
    await open('/filters', GUEST, BOB)
    expect(await say('loginSuccess')).toEqual(['overview'])
    expect(session().accountId).toBe(BOB.id)
    app.end()
    await open('/filters', GUEST, user(5, true))
    await say('anonymousLoginSuccess')
    expect(session()).toMatchObject({ accountId: user(5, true).id, isAnonymous: true })
  })
})

it.each([
  [360, '/filters'],
  [1280, '/filters'],
  [360, '/de/filters'],
  [1280, '/de/filters'],
])('the confirmation fits the page: %d px, %s', async (width, path) => {
  await page.viewport(width, 800)
  await open(path, { ...ADA, email: 'a.very.long.address.of.somebody.with.a.long.name@subdomain.example.org' }, BOB)
  await say('loginSuccess')
  await expect.element(page.getByRole('dialog')).toBeVisible()
  const { width: wide } = page.getByRole('dialog').element().getBoundingClientRect()
  expect(wide).toBeLessThanOrEqual(width)
  expect(page.getByRole('dialog').element().scrollWidth).toBeLessThanOrEqual(Math.ceil(wide))
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
})
