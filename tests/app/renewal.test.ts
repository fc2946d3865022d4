import { beforeEach, describe, expect, it, vi } from 'vitest'
import { call } from '../../src/api/call.ts'
import { ApiError } from '../../src/api/errors.ts'
import { servicesAtom } from '../../src/services/services.ts'
import { exchangeToken } from '../../src/session/exchange.ts'
import { logInWithEmailAtom } from '../../src/session/logIn.ts'
import { sessionAtom, storedPart } from '../../src/session/session.ts'
import { checkAuthenticationAtom, enterAtom, renewTokenAtom } from '../../src/session/signIn.ts'
import { user } from './support/fixtures.ts'
import { createMemoryStorage } from './support/memoryStorage.ts'
import { createWorld } from './support/world.ts'

/** The server's sessions: a new one replaces the same user's session that was sent along. */
function createSessions() {
  const alive = new Map<string, string>()
  const exchanges: { idToken: string; former: string | null }[] = []
  return {
    alive,
    exchanges,
    exchange: async (idToken: string, former: string | null) => {
      exchanges.push({ idToken, former })
      const owner = user(1, true).id
      if (former !== null && alive.get(former) === owner) alive.delete(former)
      const token = `session ${exchanges.length}`
      alive.set(token, owner)
      return token
    },
  }
}

/** Fake Web Locks, shared by two tabs. */
function createLocks() {
  let last: Promise<unknown> = Promise.resolve()
  return {
    request: (_name: string, ...rest: unknown[]) => {
      const work = rest.at(-1) as () => Promise<unknown>
      const next = last.then(work)
      last = next.catch(() => undefined)
      return next
    },
  }
}

let sessions: ReturnType<typeof createSessions>
let storage: ReturnType<typeof createMemoryStorage>
beforeEach(() => {
  sessions = createSessions()
  storage = createMemoryStorage()
  vi.stubGlobal('navigator', { onLine: true, locks: createLocks() })
})

function openTab() {
  const setup = createWorld()
  setup.world.exchange = sessions.exchange
  setup.answers.readUser = ({ options }) => {
    const token = options.token ?? setup.store.get(sessionAtom).token ?? ''
    if (!sessions.alive.has(token)) throw new ApiError('session_invalid', 401)
    return user(1, true)
  }
  setup.store.set(servicesAtom, { ...setup.services, storage })
  return setup
}
type Tab = ReturnType<typeof openTab>

const token = ({ store }: Tab) => store.get(sessionAtom).token
/** Renews the token like a call after a 401. */
const renew = (tab: Tab) => tab.store.set(renewTokenAtom, token(tab))
const store = (tab: Tab) => storage.write('session', storedPart(tab.store.get(sessionAtom)))

async function twoTabs() {
  const [one, other] = [openTab(), openTab()]
  await one.store.set(checkAuthenticationAtom)
  await store(one)
  other.store.set(sessionAtom, one.store.get(sessionAtom))
  return { one, other }
}

describe('the session so far', () => {
  it('goes along as the bearer token when the identity is exchanged', async () => {
    const headers: (string | null)[] = []
    vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
      headers.push(new Headers(init.headers).get('authorization'))
      return Response.json({ authToken: 'new' })
    })
    expect(await exchangeToken('an ID token', 'the session so far')).toBe('new')
    expect(await exchangeToken('an ID token', null)).toBe('new')
    vi.unstubAllGlobals()
    expect(headers).toEqual(['Bearer the session so far', null])
  })

  it('ends with the renewal and with the upgrade of a guest: one browser has one session', async () => {
    const tab = openTab()
    await tab.store.set(checkAuthenticationAtom)
    expect(await renew(tab)).toBe('session 2')
    await tab.store.set(logInWithEmailAtom, { address: 'a@b.c', password: 'secret', isNew: true })
    expect(sessions.exchanges.map(({ former }) => former)).toEqual([null, 'session 1', 'session 2'])
    expect([...sessions.alive.keys()]).toEqual([token(tab)])
  })
})

describe('a call that is answered 401 while another sign-in is under way', () => {
  it('continues with the new session and does not sign the user out', async () => {
    const tab = openTab()
    await tab.store.set(checkAuthenticationAtom)
    const former = token(tab)
    const entering = tab.store.set(enterAtom, 'an ID token of the shell', false)
    // In the shell, the page has no identity to exchange again.
    tab.world.identity.idToken = async () => null
    expect(await tab.store.set(renewTokenAtom, former)).toBe('session 2')
    expect(await entering).toBe(true)
    expect(tab.store.get(sessionAtom).isAuthenticated).toBe(true)
    expect(sessions.exchanges).toHaveLength(2)
  })
})

describe('two tabs', () => {
  it('that renew one after the other end up with one session, and nobody is signed out', async () => {
    const { one, other } = await twoTabs()
    sessions.alive.clear()
    await renew(one)
    // The other tab was not notified and gets a 401 for its invalidated token.
    expect(await renew(other)).toBe(token(one))
    expect(token(other)).toBe('session 2')
    expect(sessions.exchanges).toHaveLength(2)
    expect(other.store.get(sessionAtom).isAuthenticated).toBe(true)
  })

  it('that renew at once exchange once', async () => {
    const { one, other } = await twoTabs()
    sessions.alive.clear()
    const renewed = await Promise.all([renew(one), renew(other)])
    expect(renewed).toEqual(['session 2', 'session 2'])
    expect([...sessions.alive.keys()]).toEqual(['session 2'])
  })

  it('of which one upgrades the guest while the other one renews end up with one session', async () => {
    const { one, other } = await twoTabs()
    sessions.alive.delete('session 1')
    const upgrading = one.store.set(logInWithEmailAtom, { address: 'a@b.c', password: 'secret', isNew: true })
    const renewed = renew(other)
    expect(await upgrading).toEqual({ success: true })
    expect(await renewed).toBe('session 2')
    expect([...sessions.alive.keys()]).toEqual([token(one)])
    expect(await renew(other)).toBe(token(one))
  })

  it('a stored token that has ended as well is not taken, and does not go round', async () => {
    const { one, other } = await twoTabs()
    await renew(one)
    sessions.alive.clear()
    expect(await renew(other)).toBe('session 3')
    expect(sessions.exchanges).toHaveLength(3)
    expect(await renew(one)).toBe('session 3')
    expect(sessions.exchanges).toHaveLength(3)
  })

  it('a token of another account that is stored is left alone', async () => {
    const { one, other } = await twoTabs()
    await storage.write('session', { ...storedPart(one.store.get(sessionAtom)), accountId: user(2, false).id, token: 'theirs' })
    sessions.alive.set('theirs', user(2, false).id)
    sessions.alive.delete('session 1')
    expect(await renew(other)).toBe('session 2')
    expect((await storage.read('session')).token).toBe('theirs')
  })

  it('without a network to ask about the stored token nothing is thrown away', async () => {
    const { one, other } = await twoTabs()
    await renew(one)
    other.answers.readUser = () => {
      throw new ApiError('offline')
    }
    expect(await renew(other)).toBeNull()
    expect(other.store.get(sessionAtom)).toMatchObject({ isAuthenticated: true, token: 'session 1' })
    expect(sessions.exchanges).toHaveLength(2)
  })
})

it('a call that brings a token of its own does not renew', async () => {
  vi.stubGlobal('fetch', async () => new Response(null, { status: 401 }))
  await expect(call('endSession', {}, { token: 'dead' })).rejects.toMatchObject({ status: 401 })
  vi.unstubAllGlobals()
})
