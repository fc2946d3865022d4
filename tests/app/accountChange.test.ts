import { beforeEach, describe, expect, it, vi } from 'vitest'
import { DEFAULT_NOTIFICATION_SETTINGS } from '../../contract/notifications.ts'
import { ApiError } from '../../src/api/errors.ts'
import { sessions } from '../../src/features/account/account.ts'
import { details } from '../../src/features/auctions/detail/details.ts'
import { feedLinks } from '../../src/features/feeds/feedLinks.ts'
import { filterOptions } from '../../src/features/marketplaces/resources.ts'
import { alertReport, alerts, deliveriesOfMatch } from '../../src/features/notifications/alerts/alerts.ts'
import { devices } from '../../src/features/notifications/devices/devices.ts'
import { notificationSettings, saveSettingsAtom } from '../../src/features/notifications/settings.ts'
import { logOutAtom } from '../../src/features/signIn/logOut.ts'
import { subscriptions } from '../../src/features/subscriptions/subscriptions.ts'
import { preferencesAtom } from '../../src/preferences/preferences.ts'
import { keepMatchesAtom } from '../../src/session/cachedAuctions.ts'
import { logInWithEmailAtom } from '../../src/session/logIn.ts'
import { makeReferralLinkAtom } from '../../src/session/referral.ts'
import { changeSessionAtom, sessionAtom } from '../../src/session/session.ts'
import { checkAuthenticationAtom, renewTokenAtom } from '../../src/session/signIn.ts'
import { type Atom, atom } from '../../src/store/store.ts'
import { match, user } from './support/fixtures.ts'
import { createWorld } from './support/world.ts'

vi.stubGlobal('navigator', { onLine: true, locks: undefined })

/** Every module that holds state. */
const modules = import.meta.glob<Record<string, unknown>>(
  [
    '../../src/features/**/*.ts',
    '../../src/{data,install,offline,preferences,push,services,session,toasts}/**/*.ts',
    // An index repeats what its feature's modules export.
    '!**/index.ts',
  ],
  { eager: true },
)

type Holder = { name: string; atom: ReturnType<typeof atom<unknown>> }

/** Every exported primitive atom: it has no read function and accepts any value. */
const holders: readonly Holder[] = Object.entries(modules).flatMap(([path, exported]) =>
  Object.entries(exported).flatMap(([name, value]): Holder[] =>
    isHolder(value) ? [{ name: `${path.replace('../../src/', '')} ${name}`, atom: value }] : [],
  ),
)

function isHolder(value: unknown): value is Holder['atom'] {
  return typeof value === 'object' && value !== null && 'init' in value && 'write' in value && value.write === atom(null).write
}

/** State of the browser, which the next user keeps. All other state belongs to the user. */
const BROWSERS = [
  'install/offer.ts offeredBuildAtom',
  'services/services.ts servicesAtom',
  'features/landing/pageData.ts runningAuctionsAtom',
  'preferences/preferences.ts preferencesAtom',
  'session/session.ts logOutUnderWayAtom',
]

/** Resources hold their value in an internal atom, which only `put` and `load` can set. */
const PERSONAL = { notificationSettings, devices, sessions, subscriptions, alertReport, feedLinks }

/** Lists and keyed resources, which only a load fills. */
const LOADED = { alerts, deliveriesOfMatch, details }

const ofA = 'of account A'
const NUMBER_OF_A = 424_242

/** A value of A's for a holder, by its initial value. */
function filled(init: unknown): unknown {
  if (init instanceof Map) return new Map([[ofA, ofA]])
  if (Array.isArray(init)) return [ofA]
  if (typeof init === 'number') return NUMBER_OF_A
  if (typeof init === 'boolean') return ofA
  return { ...(init as object | null), ofA }
}

let setup: ReturnType<typeof createWorld>
beforeEach(() => {
  setup = createWorld()
})

/** Fills all holders as account A. */
async function fillAsA() {
  await setup.store.set(checkAuthenticationAtom)
  setup.store.set(changeSessionAtom, { userReferralCode: ofA, currentPlan: 'pro', notificationToken: null })
  for (const holder of holders) {
    if (BROWSERS.includes(holder.name) || holder.name.endsWith(' sessionAtom')) continue
    setup.store.set(holder.atom, filled((holder.atom as { init?: unknown }).init))
  }
  setup.answers.listDeliveries = () => ({ items: [ofA], nextCursor: null })
  setup.answers.readAuction = () => ofA
  await setup.store.set(alerts.refresh, undefined)
  await setup.store.set(deliveriesOfMatch.load, 'match')
  await setup.store.set(details.load, 'auction')
  for (const resource of Object.values(PERSONAL)) setup.store.set(resource.put as typeof feedLinks.put, [ofA] as never, 1)
}

/** The names of all holders that still have data of A's. */
function leftOfA(): string[] {
  const plain = (_: string, value: unknown) => (value instanceof Map ? [...value] : value)
  const isOfA = (readable: Atom<unknown>) =>
    [ofA, NUMBER_OF_A].some((sign) => JSON.stringify(setup.store.get(readable) ?? null, plain).includes(String(sign)))
  return [
    ...holders.filter((holder) => !BROWSERS.includes(holder.name) && isOfA(holder.atom)).map(({ name }) => name),
    ...Object.entries({ ...PERSONAL, ...LOADED })
      .filter(([, resource]) => isOfA(resource.atom))
      .map(([name]) => name),
  ]
}

const signInAsB = async () => {
  setup.answers.readUser = () => user(2, false)
  return setup.store.set(logInWithEmailAtom, { address: 'b@example.com', password: 'secret', isNew: false, override: true })
}

describe('state of an account', () => {
  it('is found in every module', () => {
    const names = holders.map(({ name }) => name.split(' ')[1])
    for (const name of ['resentAtom', 'testResultsAtom', 'pushTestAtom', 'plannedChangeAtom']) expect(names).toContain(name)
    expect(holders.length).toBeGreaterThan(25)
  })

  it('is cleared completely by its log-out', async () => {
    await fillAsA()
    expect(leftOfA()).toEqual(expect.arrayContaining(Object.keys({ ...PERSONAL, ...LOADED })))
    await setup.store.set(logOutAtom)
    expect(leftOfA()).toEqual([])
    expect(setup.storage.held).not.toHaveProperty('session')
  })

  it('is cleared when another account signs in over it, in storage too', async () => {
    await fillAsA()
    await setup.storage.write('cachedFilters', [{ name: ofA }] as never)
    await signInAsB()
    expect(setup.store.get(sessionAtom)).toMatchObject({ accountId: user(2, false).id, userReferralCode: null })
    expect(leftOfA()).toEqual([])
    expect(setup.storage.held).not.toHaveProperty('cachedFilters')
  })

  it('is cleared without that of the browser', async () => {
    await fillAsA()
    setup.store.set(filterOptions.put, ofA as never, 1)
    setup.store.set(preferencesAtom, { ...setup.store.get(preferencesAtom), theme: 'dark' })
    await setup.store.set(logOutAtom)
    expect(setup.store.get(preferencesAtom).theme).toBe('dark')
    expect(setup.store.get(filterOptions.atom).value).toBe(ofA)
  })

  it('keeps the invitation that brought the visitor', async () => {
    await setup.store.set(checkAuthenticationAtom)
    setup.store.set(changeSessionAtom, { acceptingReferralCode: 'abc' })
    setup.answers.useReferral = () => undefined
    await signInAsB()
    await vi.waitFor(() => expect(setup.namesOfCalls()).toContain('useReferral'))
  })
})

describe('the next account', () => {
  it('neither sees nor saves the settings of the last one when its own cannot be read', async () => {
    await setup.store.set(checkAuthenticationAtom)
    const settingsOfA = {
      ...DEFAULT_NOTIFICATION_SETTINGS,
      email: { ...DEFAULT_NOTIFICATION_SETTINGS.email, address: 'a@example.com' },
    }
    setup.store.set(notificationSettings.put, settingsOfA, 1)
    await setup.store.set(logOutAtom)
    await signInAsB()
    setup.answers.readNotificationSettings = () => {
      throw new ApiError('unavailable', 503)
    }
    await setup.store.set(notificationSettings.load)
    expect(setup.store.get(notificationSettings.atom)).toMatchObject({ value: undefined, status: 'failed' })
  })

  it('does not get the answer to a pending request of the last one', async () => {
    await setup.store.set(checkAuthenticationAtom)
    const late = Promise.withResolvers<unknown>()
    setup.answers.listDevices = () => late.promise
    const loading = setup.store.set(devices.load)
    await vi.waitFor(() => expect(setup.namesOfCalls()).toContain('listDevices'))
    await signInAsB()
    late.resolve([{ id: ofA }])
    await loading
    expect(setup.store.get(devices.atom).value).toBeUndefined()
    // Nor does it wait for that response instead of making its own request.
    setup.answers.listDevices = () => []
    await setup.store.set(devices.load)
    expect(setup.store.get(devices.atom).value).toEqual([])
  })

  it('sends nothing that the last one has begun', async () => {
    await setup.store.set(checkAuthenticationAtom)
    const late = Promise.withResolvers<unknown>()
    setup.answers.replaceNotificationSettings = () => late.promise
    setup.store.set(notificationSettings.put, DEFAULT_NOTIFICATION_SETTINGS, 1)
    const { services } = setup
    const saving = setup.store.set(saveSettingsAtom, DEFAULT_NOTIFICATION_SETTINGS)
    await signInAsB()
    late.reject(new ApiError('offline'))
    await saving
    const before = setup.calls.length
    await expect(services.client('readStats', {})).rejects.toBeInstanceOf(ApiError)
    await expect(services.storage.write('unsavedFilter', ofA)).rejects.toThrow()
    expect(setup.calls).toHaveLength(before)
  })

  it('is not given the invitation link of the last one', async () => {
    await fillAsA()
    await signInAsB()
    setup.answers.createReferralLink = () => ({ id: 'of-b' })
    expect(await setup.store.set(makeReferralLinkAtom, 'name', 'text')).toBe('of-b')
  })

  it('is known before anything is sent in its name', async () => {
    await setup.store.set(checkAuthenticationAtom)
    setup.store.set(keepMatchesAtom, [match(1)])
    const told = Promise.withResolvers<unknown>()
    setup.answers.readUser = () => told.promise
    const signingIn = setup.store.set(logInWithEmailAtom, { address: 'b@c.d', password: 'secret', isNew: false, override: true })
    await vi.waitFor(() => expect(setup.namesOfCalls().filter((name) => name === 'readUser')).toHaveLength(2))
    // Until the new user is known, the page keeps the previous session.
    expect(setup.store.get(sessionAtom).token).toBe('session-of-guest-id-token')
    told.resolve(user(2, false))
    await signingIn
    expect(setup.store.get(sessionAtom)).toMatchObject({ accountId: user(2, false).id, token: 'session-of-email-id-token' })
  })

  it('replaces the page’s state when a renewed token belongs to it', async () => {
    await fillAsA()
    setup.answers.readUser = () => user(2, false)
    expect(await setup.store.set(renewTokenAtom, setup.store.get(sessionAtom).token)).toBeNull()
    expect(setup.store.get(sessionAtom).accountId).toBe(user(2, false).id)
    expect(leftOfA()).toEqual([])
  })
})

it('subscribers of the state are notified of the change and stay subscribed', async () => {
  await setup.store.set(checkAuthenticationAtom)
  const seen: (string | null)[] = []
  setup.store.sub(sessionAtom, () => seen.push(setup.store.get(sessionAtom).accountId))
  await signInAsB()
  expect(seen).toContain(user(2, false).id)
  seen.length = 0
  setup.store.set(changeSessionAtom, { accountId: 'other' })
  expect(seen).toEqual(['other'])
})
