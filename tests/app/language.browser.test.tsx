import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Locale } from '../../contract/primitives.ts'
import { ApiError } from '../../src/api/errors.ts'
import { changePreferencesAtom, preferencesAtom } from '../../src/preferences/preferences.ts'
import { keepLocaleSaved } from '../../src/session/language.ts'
import { checkAuthenticationAtom } from '../../src/session/signIn.ts'
import { userAtom } from '../../src/session/user.ts'
import { user } from './support/fixtures.ts'
import { renderApp } from './support/renderApp.tsx'
import { createWorld } from './support/world.ts'

/** The last language cookie set here. The browser's own cookies are shared with parallel tests. */
let set: string | undefined
const cookie = () => set
beforeEach(() => {
  set = undefined
  vi.spyOn(document, 'cookie', 'set').mockImplementation((text) => {
    set = /^locale=(\w*)/.exec(text)?.[1] ?? set
  })
})
const told = (calls: ReturnType<typeof createWorld>['calls']) =>
  calls.filter(({ name }) => name === 'changeUser').map(({ input }) => input.body)

let app: Awaited<ReturnType<typeof renderApp>> | undefined
afterEach(() => {
  app?.end()
  app = undefined
  vi.restoreAllMocks()
})

describe('the language of an address', () => {
  it('is remembered where it names one, and takes no choice back where it names none', async () => {
    app = await renderApp('/de/login')
    await expect.poll(cookie).toBe('de')
    await expect.poll(() => app?.store.get(preferencesAtom).locale).toBe('de')
    app.end()
    app = await renderApp('/login')
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Sign in')
    expect(cookie()).toBe('de')
  })

  it('is the one that the document names, for hyphens and screen readers', async () => {
    app = await renderApp('/de/login')
    await expect.poll(() => document.documentElement.lang).toBe('de')
    await page.getByRole('link', { name: 'English' }).click()
    await expect.poll(() => document.documentElement.lang).toBe('en')
  })

  it('is not remembered for a visitor who has chosen nothing', async () => {
    app = await renderApp('/login')
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Sign in')
    expect(cookie()).toBeUndefined()
  })
})

describe('choosing a language', () => {
  it('reaches the account, either way', async () => {
    app = await renderApp('/account', ({ answers, store }) => {
      store.set(userAtom, user(1, true))
      answers.changeUser = ({ input }) => ({ ...user(1, true), ...(input.body as object) })
    })
    await page.getByRole('link', { name: 'Deutsch' }).click()
    await expect.poll(() => told(app?.calls ?? [])).toEqual([{ locale: 'de' }])
    expect(app.store.get(userAtom)?.locale).toBe('de')
    expect(cookie()).toBe('de')
    await page.getByRole('link', { name: 'English' }).click()
    await expect.poll(() => told(app?.calls ?? [])).toEqual([{ locale: 'de' }, { locale: 'en' }])
    expect(cookie()).toBe('en')
  })

  it('without a network reaches it when there is one', async () => {
    let isOffline = true
    app = await renderApp('/account', ({ answers, store }) => {
      store.set(userAtom, user(1, true))
      answers.changeUser = ({ input }) => {
        if (isOffline) throw new ApiError('offline')
        return { ...user(1, true), ...(input.body as object) }
      }
    })
    const stop = keepLocaleSaved(app.store)
    await page.getByRole('link', { name: 'Deutsch' }).click()
    await expect.poll(() => told(app?.calls ?? []).length).toBe(1)
    expect(app.store.get(preferencesAtom)).toMatchObject({ locale: 'de', localeUnsaved: true })
    isOffline = false
    dispatchEvent(new Event('online'))
    await expect.poll(() => app?.store.get(userAtom)?.locale).toBe('de')
    expect(app.store.get(preferencesAtom).localeUnsaved).toBe(false)
    stop()
  })
})

describe('at the sign-in', () => {
  const signIn = async (chosen: Locale, ofAccount: Locale) => {
    const world = createWorld()
    world.store.set(changePreferencesAtom, { locale: chosen })
    world.answers.readUser = () => ({ ...user(1, true), locale: ofAccount })
    world.answers.changeUser = ({ input }) => ({ ...user(1, true), locale: ofAccount, ...(input.body as object) })
    await world.store.set(checkAuthenticationAtom)
    return world
  }

  it('the account learns the language of the app when it has another', async () => {
    const { calls, store } = await signIn('de', 'en')
    await expect.poll(() => told(calls)).toEqual([{ locale: 'de' }])
    expect(store.get(userAtom)?.locale).toBe('de')
  })

  it('nothing is told when both are the same', async () => {
    const { calls, store } = await signIn('de', 'de')
    await expect.poll(() => calls.map(({ name }) => name)).toContain('readStats')
    expect(told(calls)).toEqual([])
    expect(store.get(preferencesAtom).localeUnsaved).toBe(false)
  })
})
