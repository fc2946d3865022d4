import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DAY_MS } from '../../contract/time.ts'
import { ApiError } from '../../src/api/errors.ts'
import { logOutAtom } from '../../src/features/signIn/logOut.ts'
import { LOG_OUT_RETRY_FIRST_MS, LOG_OUT_RETRY_MAX_MS, PENDING_LOG_OUTS_MAX } from '../../src/limits.ts'
import { createLogOuts } from '../../src/offline/outbox/logOuts.ts'
import { servicesAtom } from '../../src/services/services.ts'
import { logOutUnderWayAtom, sessionAtom, sessionStateAtom } from '../../src/session/session.ts'
import { checkAuthenticationAtom } from '../../src/session/signIn.ts'
import { NOW } from './support/fixtures.ts'
import { createMemoryStorage } from './support/memoryStorage.ts'
import { createWorld } from './support/world.ts'

const network = { onLine: true, locks: undefined }
vi.stubGlobal('navigator', network)
beforeEach(() => {
  vi.useFakeTimers()
  network.onLine = true
})
afterEach(() => void vi.useRealTimers())

const offline = () => {
  throw new ApiError('offline')
}

describe('a log-out without a network', () => {
  const TOKEN = 'session-of-guest-id-token'

  async function logOutOffline() {
    const setup = createWorld()
    await setup.store.set(checkAuthenticationAtom)
    await setup.storage.write('cachedFilters', [])
    network.onLine = false
    setup.answers.endSession = offline
    setup.answers.listDevices = offline
    await setup.store.set(logOutAtom)
    await vi.advanceTimersByTimeAsync(0)
    return setup
  }

  it('wipes everything at once and keeps the token alone', async () => {
    const { store, storage } = await logOutOffline()
    expect(store.get(sessionAtom)).toMatchObject({ isAuthenticated: false, token: null, accountId: null })
    expect(storage.held).not.toHaveProperty('session')
    expect(storage.held).not.toHaveProperty('cachedFilters')
    expect(storage.held.pendingLogOuts).toEqual([{ token: TOKEN, at: NOW }])
  })

  it('is sent when the network is back, with that token, and then forgotten', async () => {
    const { store, storage, answers, calls } = await logOutOffline()
    calls.length = 0
    answers.endSession = () => undefined
    await store.get(servicesAtom).logOuts.send()
    expect(calls).toEqual([{ name: 'endSession', input: {}, options: { token: TOKEN } }])
    expect(storage.held.pendingLogOuts).toEqual([])
  })

  it('is neither seen nor undone by the next person', async () => {
    const { store, world, answers, calls, storage } = await logOutOffline()
    network.onLine = true
    world.identity.guest = async () => 'next-id-token'
    await store.set(checkAuthenticationAtom)
    expect(JSON.stringify(store.get(sessionStateAtom))).not.toContain(TOKEN)
    expect(calls.filter(({ name, options }) => name !== 'endSession' && options.token === TOKEN)).toHaveLength(1)
    answers.endSession = () => undefined
    await store.get(servicesAtom).logOuts.send()
    expect(calls.at(-1)?.options).toEqual({ token: TOKEN })
    expect(store.get(sessionAtom)).toMatchObject({ isAuthenticated: true, token: 'session-of-next-id-token' })
    // Their own log-out does not resend it.
    calls.length = 0
    await store.set(logOutAtom)
    const ended = calls.filter(({ name }) => name === 'endSession').map(({ options }) => options.token)
    expect(ended).toEqual(['session-of-next-id-token'])
    expect(storage.held.pendingLogOuts).toEqual([])
  })

  it('is under way from its beginning until nothing is left on the device', async () => {
    const setup = createWorld()
    await setup.store.set(checkAuthenticationAtom)
    await setup.storage.write('cachedFilters', [])
    const leaving = setup.store.set(logOutAtom)
    // Navigation to the sign-in page waits for this.
    await setup.store.get(logOutUnderWayAtom)
    expect(setup.storage.held).not.toHaveProperty('cachedFilters')
    await leaving
  })

  it('goes on when the device refuses to keep the token', async () => {
    const setup = createWorld()
    await setup.store.set(checkAuthenticationAtom)
    setup.storage.change = () => Promise.reject(new Error('full'))
    await setup.store.set(logOutAtom)
    expect(setup.store.get(sessionAtom).token).toBeNull()
  })
})

describe('kept log-outs', () => {
  function start(answers: (token: string) => unknown) {
    const storage = createMemoryStorage()
    const asked: string[] = []
    const clock = { now: NOW }
    const logOuts = createLogOuts({
      storage,
      endSession: async (token) => {
        asked.push(token)
        return answers(token)
      },
      now: () => clock.now,
    })
    const left = async () => (await storage.read('pendingLogOuts')).map(({ token }) => token)
    return { ...logOuts, asked, clock, left }
  }
  const refuse = (code: 'session_invalid' | 'unavailable' | 'offline', status: number, retryAfterS?: number) => () => {
    throw new ApiError(code, status, undefined, retryAfterS)
  }

  it('that have ended already are forgotten', async () => {
    const { keep, send, left } = start(refuse('session_invalid', 401))
    await keep('a')
    await send()
    expect(await left()).toEqual([])
  })

  it('are tried again by themselves, after pauses that grow to an hour', async () => {
    const { keep, send, asked } = start(refuse('offline', 0))
    await keep('a')
    await send()
    let pause = LOG_OUT_RETRY_FIRST_MS
    for (let tries = 1; tries < 10; tries += 1) {
      await vi.advanceTimersByTimeAsync(pause - 1)
      expect(asked).toHaveLength(tries)
      await vi.advanceTimersByTimeAsync(1)
      expect(asked).toHaveLength(tries + 1)
      pause = Math.min(pause * 2, LOG_OUT_RETRY_MAX_MS)
    }
    expect(pause).toBe(LOG_OUT_RETRY_MAX_MS)
  })

  it('wait as long as the server asks for', async () => {
    const { keep, send, asked } = start(refuse('unavailable', 503, 120))
    await keep('a')
    await send()
    await vi.advanceTimersByTimeAsync(119_999)
    expect(asked).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(asked).toHaveLength(2)
  })

  it('do not stop one another', async () => {
    const { keep, send, left } = start((token) => token === 'a' && refuse('unavailable', 503)())
    for (const token of ['a', 'b', 'c']) await keep(token)
    await send()
    expect(await left()).toEqual(['a'])
  })

  it('are tried again at once on a call that comes while a try fails', async () => {
    let isBack = false
    const late = Promise.withResolvers<void>()
    const { keep, send, left } = start(async () => {
      if (isBack) return
      await late.promise
      refuse('offline', 0)()
    })
    await keep('a')
    const first = send()
    await vi.advanceTimersByTimeAsync(0)
    isBack = true
    const second = send()
    late.resolve()
    await Promise.all([first, second])
    expect(await left()).toEqual([])
  })

  it(`are ${PENDING_LOG_OUTS_MAX} at most, each once, the newest`, async () => {
    const { keep, left } = start(() => undefined)
    for (let number = 0; number < PENDING_LOG_OUTS_MAX + 5; number += 1) await keep(`token ${number}`)
    await keep('token 10')
    const kept = await left()
    expect(kept).toHaveLength(PENDING_LOG_OUTS_MAX)
    expect(kept.at(-1)).toBe('token 10')
    expect(new Set(kept).size).toBe(PENDING_LOG_OUTS_MAX)
  })

  it('are dropped unsent after 180 days, when no session lives any more', async () => {
    const { keep, send, asked, clock, left } = start(refuse('offline', 0))
    await keep('a')
    clock.now += 180 * DAY_MS
    await send()
    expect(await left()).toEqual(['a'])
    clock.now += 1
    await send()
    expect([asked.length, await left()]).toEqual([1, []])
  })
})
