import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '../../src/api/errors.ts'
import { logOutAtom } from '../../src/features/signIn/logOut.ts'
import { loadStatsAtom } from '../../src/features/subscriptions/stats.ts'
import type { SignInFailure } from '../../src/identity/identity.ts'
import { servicesAtom } from '../../src/services/services.ts'
import { keepMatchesAtom, matchesAtom } from '../../src/session/cachedAuctions.ts'
import { logInWithEmailAtom, logInWithGoogleAtom } from '../../src/session/logIn.ts'
import { sessionAtom, sessionKindAtom, sessionStateAtom } from '../../src/session/session.ts'
import { checkAuthenticationAtom, entryFailureAtom, renewTokenAtom } from '../../src/session/signIn.ts'
import { toastsAtom } from '../../src/toasts/toasts.ts'
import { match, stats, user } from './support/fixtures.ts'
import { createWorld } from './support/world.ts'

vi.stubGlobal('navigator', { onLine: true, locks: undefined })

let setup: ReturnType<typeof createWorld>
beforeEach(() => {
  setup = createWorld()
})

const becomeGuest = () => setup.store.set(checkAuthenticationAtom)
const session = () => setup.store.get(sessionAtom)

describe('the session state', () => {
  it('has exactly these fields', () => {
    expect(Object.keys(setup.store.get(sessionStateAtom)).sort()).toEqual(
      [
        'isAuthenticated',
        'isAnonymous',
        'isLoading',
        'error',
        'token',
        'cachedFilters',
        'cachedAuctions',
        'currentPlan',
        'subscriptionStartDate',
        'noPremium',
        'remainingFilters',
        'acceptingReferralCode',
        'userReferralCode',
        'accountId',
        'isWebView',
        'notificationToken',
      ].sort(),
    )
    expect(session().remainingFilters).toBe(3)
  })
})

describe('a guest', () => {
  it('is made by the authentication check, with a token of ours', async () => {
    expect(await becomeGuest()).toBe(true)
    expect(setup.store.get(sessionKindAtom)).toBe('guest')
    expect(session()).toMatchObject({ token: 'session-of-guest-id-token', accountId: user(1, true).id, isLoading: false })
  })

  it('is not made twice', async () => {
    const guest = vi.spyOn(setup.world.identity, 'guest')
    await becomeGuest()
    await becomeGuest()
    expect(guest).toHaveBeenCalledTimes(1)
  })

  it('waits for a network when there is none', async () => {
    setup.world.identity.guest = () => Promise.reject(new Error('offline'))
    expect(await becomeGuest()).toBe(false)
    expect(setup.store.get(sessionKindAtom)).toBe('loggedOut')
    expect(session().isLoading).toBe(false)
  })

  it('is made by the shell inside the mobile web view', async () => {
    const askShell = vi.fn()
    setup.store.set(servicesAtom, { ...setup.services, askShell })
    expect(await becomeGuest()).toBe(false)
    expect(askShell).toHaveBeenCalledWith({ request: 'createAnonymousAccount' })
  })

  it('stays out when the server returns no token', async () => {
    setup.world.exchange = async () => undefined
    expect(await becomeGuest()).toBe(false)
    expect(session().isAuthenticated).toBe(false)
  })
})

describe('an upgrade', () => {
  it('links the guest to Google and keeps what is theirs', async () => {
    await becomeGuest()
    setup.store.set(keepMatchesAtom, [match(1)])
    const google = vi.spyOn(setup.world.identity, 'google')
    expect(await setup.store.set(logInWithGoogleAtom, {})).toEqual({ success: true })
    expect(google).toHaveBeenCalledWith({ link: true })
    expect(setup.store.get(sessionKindAtom)).toBe('signedIn')
    expect(setup.store.get(matchesAtom).size).toBe(1)
  })

  it('fails with the text for an email in use, and leaves the guest as it was', async () => {
    await becomeGuest()
    setup.world.identity.google = async () => ({ kind: 'emailInUse' })
    const result = await setup.store.set(logInWithGoogleAtom, {})
    expect(result).toMatchObject({ success: false, emailInUse: true })
    expect(result).toHaveProperty('error', session().error)
    expect(setup.store.get(sessionKindAtom)).toBe('guest')
  })

  it('with override signs in to the other account and forgets the guest', async () => {
    await becomeGuest()
    setup.store.set(keepMatchesAtom, [match(1)])
    setup.answers.readUser = () => user(2, false)
    const google = vi.spyOn(setup.world.identity, 'google')
    await setup.store.set(logInWithGoogleAtom, { override: true })
    expect(google).toHaveBeenCalledWith({ link: false })
    expect(session()).toMatchObject({ isAnonymous: false, accountId: user(2, false).id })
    expect(setup.store.get(matchesAtom).size).toBe(0)
  })

  it('uses the invitation that brought the guest', async () => {
    await becomeGuest()
    setup.store.set(sessionAtom, { ...session(), acceptingReferralCode: 'abc' })
    setup.answers.useReferral = () => undefined
    await setup.store.set(logInWithEmailAtom, { address: 'a@b.c', password: 'secret', isNew: true })
    await vi.waitFor(() => expect(session().acceptingReferralCode).toBeNull())
    expect(setup.calls.find(({ name }) => name === 'useReferral')?.input).toEqual({ query: { inviter: 'abc' } })
  })
})

describe('a refused guest', () => {
  it('is signed out at the provider, so that the next try begins a new one', async () => {
    setup.world.exchange = () => Promise.reject(new ApiError('identity_token_invalid', 401))
    const signOut = vi.spyOn(setup.world.identity, 'signOut')
    expect(await setup.store.set(checkAuthenticationAtom)).toBe(false)
    expect(signOut).toHaveBeenCalledOnce()
  })
})

describe('a visitor who cannot become a guest', () => {
  it.each([
    [new ApiError('guest_limit_reached', 429), 'guest_limit_reached'],
    [new Error('the provider does not answer'), 'identity_unavailable'],
  ])('stores the reason: %s', async (error, code) => {
    setup.world.exchange = () => Promise.reject(error)
    expect(await becomeGuest()).toBe(false)
    expect(setup.store.get(entryFailureAtom)).toBe(code)
  })

  it('is told no more once it goes well', async () => {
    const { exchange } = setup.world
    setup.world.exchange = () => Promise.reject(new Error('offline'))
    await becomeGuest()
    setup.world.exchange = exchange
    expect(await becomeGuest()).toBe(true)
    expect(setup.store.get(entryFailureAtom)).toBeNull()
  })
})

describe('a failed sign-in', () => {
  it('with Google says that it failed', async () => {
    setup.world.identity.google = async () => ({ kind: 'failed', reason: 'unknown' })
    expect(await setup.store.set(logInWithGoogleAtom, {})).toMatchObject({
      success: false,
      error: 'Failed to login. Please try again.',
    })
  })

  it('for a limit of the server says that limit', async () => {
    setup.world.exchange = () => Promise.reject(new ApiError('rate_limited', 429))
    expect(await setup.store.set(logInWithGoogleAtom, {})).toMatchObject({
      success: false,
      error: 'Too many requests. Please wait a moment.',
    })
  })

  it('with a password keeps its text in the session and returns it', async () => {
    setup.world.identity.email = async () => ({ kind: 'failed', reason: 'wrongCredentials' })
    const result = await setup.store.set(logInWithEmailAtom, { address: 'a@b.c', password: 'x', isNew: false })
    expect(result).toMatchObject({ success: false, error: 'The email or password is incorrect.' })
    expect(session().error).toBe('The email or password is incorrect.')
  })

  it('that the user broke off says nothing', async () => {
    setup.world.identity.google = async () => ({ kind: 'cancelled' })
    expect(await setup.store.set(logInWithGoogleAtom, {})).toEqual({ success: false, cancelled: true })
    expect(session()).toMatchObject({ error: null, isLoading: false })
  })
})

describe('a linking that fails', () => {
  const link = async (kind: 'google' | 'email', reason: SignInFailure) => {
    await becomeGuest()
    setup.world.identity[kind] = async () => ({ kind: 'failed', reason })
    return kind === 'google'
      ? setup.store.set(logInWithGoogleAtom, {})
      : setup.store.set(logInWithEmailAtom, { address: 'a@b.c', password: 'secret', isNew: true })
  }

  it.each(['google', 'email'] as const)('for no known reason, with %s, is told as an email in use', async (kind) => {
    expect(await link(kind, 'unknown')).toMatchObject({
      emailInUse: true,
      error: 'That email already has an account. Sign in to it instead, or use another address.',
    })
  })

  it.each([
    ['google', 'network', 'The sign-in service cannot be reached. Check your connection and try again.'],
    ['google', 'popupBlocked', 'Your browser blocked the sign-in window. Allow it and try again.'],
    ['email', 'network', 'The sign-in service cannot be reached. Check your connection and try again.'],
    ['email', 'weakPassword', 'This password is too weak. Use at least 6 characters, or more if the form says so.'],
  ] as const)('with %s because of %s says so', async (kind, reason, error) => {
    expect(await link(kind, reason)).toMatchObject({ emailInUse: false, error })
  })
})

describe('a sign-in with an address without an account', () => {
  const form = { address: 'a@b.c', password: 'secret', isNew: false }

  it('makes none and asks', async () => {
    setup.world.identity.email = async () => ({ kind: 'noAccount' })
    expect(await setup.store.set(logInWithEmailAtom, form)).toMatchObject({
      success: false,
      error: 'No account with this address. Create one?',
      mayCreate: true,
    })
  })

  it('says what is known where the provider does not tell', async () => {
    setup.world.identity.email = async () => ({ kind: 'failed', reason: 'wrongOrUnknown' })
    expect(await setup.store.set(logInWithEmailAtom, form)).toMatchObject({
      error: 'The email or password is incorrect, or there is no account with this address.',
      mayCreate: true,
    })
  })
})

describe('the plan', () => {
  const subscription = (status: 'active' | 'cancelled' | 'ended') => ({
    ...{ id: user(7, false).id, plan: 'plus', status, cancelAtPeriodEnd: status !== 'active' },
    ...{ createdAt: '2026-11-01T00:00:00.000Z', endsAt: '2026-12-01T00:00:00.000Z' },
  })

  it.each(['active', 'cancelled'] as const)('is known after the sign-in: %s', async (status) => {
    setup.answers.listSubscriptions = () => [subscription(status)]
    await becomeGuest()
    await vi.waitFor(() => expect(session().currentPlan).toBe('plus'))
    expect(session()).toMatchObject({ subscriptionStartDate: '2026-11-01T00:00:00.000Z', noPremium: false })
  })

  it.each([[[]], [[subscription('ended')]]])('sets noPremium after sign-in without a running subscription', async (list) => {
    setup.answers.listSubscriptions = () => list
    await becomeGuest()
    await vi.waitFor(() => expect(session().noPremium).toBe(true))
    expect(session()).toMatchObject({ currentPlan: null, subscriptionStartDate: null })
  })
})

describe('an expired session', () => {
  it('is exchanged again, once for all calls that met it', async () => {
    await becomeGuest()
    const exchange = vi.spyOn(setup.world, 'exchange')
    const tokens = await Promise.all([
      setup.store.set(renewTokenAtom, session().token),
      setup.store.set(renewTokenAtom, session().token),
    ])
    expect(tokens).toEqual(['session-of-fresh-id-token', 'session-of-fresh-id-token'])
    expect(exchange).toHaveBeenCalledTimes(1)
  })

  it('leads to the sign-in when nobody is signed in with the provider, and keeps what is stored', async () => {
    await becomeGuest()
    setup.store.set(keepMatchesAtom, [match(1)])
    setup.world.identity.idToken = async () => null
    expect(await setup.store.set(renewTokenAtom, session().token)).toBeNull()
    expect(session()).toMatchObject({ isAuthenticated: false, token: null })
    expect(setup.store.get(matchesAtom).size).toBe(1)
  })

  it('that was ended from another browser leads to the sign-in, signed out at the provider too', async () => {
    await becomeGuest()
    setup.world.exchange = () => Promise.reject(new ApiError('identity_token_invalid', 401))
    const signOut = vi.spyOn(setup.world.identity, 'signOut')
    expect(await setup.store.set(renewTokenAtom, session().token)).toBeNull()
    expect(session()).toMatchObject({ isAuthenticated: false, token: null })
    expect(signOut).toHaveBeenCalledOnce()
  })

  it('is kept while the provider cannot be reached', async () => {
    await becomeGuest()
    setup.world.identity.idToken = () => Promise.reject(new Error('offline'))
    expect(await setup.store.set(renewTokenAtom, session().token)).toBeNull()
    expect(session().isAuthenticated).toBe(true)
  })
})

describe('logging out', () => {
  it('revokes, wipes and tells the other tabs', async () => {
    await becomeGuest()
    setup.store.set(keepMatchesAtom, [match(1)])
    await setup.storage.write('cachedFilters', [])
    await setup.store.set(logOutAtom)
    expect(setup.namesOfCalls()).toContain('endSession')
    expect(session()).toMatchObject({ isAuthenticated: false, token: null, accountId: null })
    expect(setup.store.get(matchesAtom).size).toBe(0)
    expect(setup.storage.held).not.toHaveProperty('session')
    expect(setup.world.notifiedTabs).toBe(1)
  })

  it('works when the server cannot be reached', async () => {
    await becomeGuest()
    setup.answers.endSession = () => {
      throw new ApiError('offline')
    }
    await setup.store.set(logOutAtom)
    expect(session().token).toBeNull()
  })
})

describe('the quota', () => {
  it('is what the plan holds less what there is', async () => {
    await setup.store.set(loadStatsAtom)
    expect(session().remainingFilters).toBe(2)
  })

  it('is zeros and a toast when it cannot be loaded', async () => {
    setup.answers.readStats = () => {
      throw new ApiError('unavailable', 503)
    }
    const zeros = await setup.store.set(loadStatsAtom)
    expect(zeros).toEqual(Object.fromEntries(Object.keys(stats).map((key) => [key, 0])))
    expect(setup.store.get(toastsAtom)).toHaveLength(1)
  })
})
