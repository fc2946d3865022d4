import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AttemptStatus } from '../../../contract/notifications.ts'
import { MINUTE_MS, SECOND_MS } from '../../../contract/time.ts'
import { createCircuitBreaker } from '../../../server/notifications/delivery/circuitBreaker.ts'

type Change = { userId?: string; target?: string; isProven?: boolean }

/** A breaker with a clock moved by hand. Unless it is said otherwise there is one user, with one proven target. */
function start() {
  let time = 1_000_000_000_000
  const breaker = createCircuitBreaker(() => time)
  const sent = ({ userId = 'ada', target = `of ${userId}`, isProven = true }: Change = {}) => ({ userId, target, isProven })
  const answer = (status: AttemptStatus, change?: Change) => breaker.note(sent(change), status)
  const userIds = (users: number) => Array.from({ length: users }, (_, user) => `user ${user}`)
  return {
    ...{ breaker, answer },
    pass: (ms: number) => {
      time += ms
    },
    delayMs: (change?: Change) => breaker.delayMs(sent(change)),
    /** Each of this many users fails twice. */
    failForAll(users: number) {
      for (const userId of [...userIds(users), ...userIds(users)]) answer('retry', { userId })
    },
    dieForAll: (users: number, change: Change = {}) => userIds(users).map((userId) => answer('dead', { userId, ...change })),
  }
}

describe("a user's own circuit", () => {
  test('opens after consecutive failures; one send probes it, and an accepted message closes it', () => {
    const { breaker, pass, delayMs, answer } = start()
    for (let failure = 1; failure < 10; failure++) expect(answer('retry').changes).toEqual([])
    expect(answer('retry').changes).toEqual([{ to: 'open', scope: 'user', reason: '10 failures in a row' }])
    expect(delayMs()).toBe(5 * SECOND_MS)
    pass(5 * SECOND_MS)
    expect(delayMs()).toBe(0)
    // The others wait for its answer.
    expect(delayMs()).toBeGreaterThan(0)
    expect(answer('retry').changes).toEqual([])
    pass(5 * SECOND_MS)
    expect(delayMs()).toBeGreaterThan(0)
    pass(5 * SECOND_MS)
    expect(delayMs()).toBe(0)
    expect(answer('accepted').changes).toMatchObject([{ to: 'closed', scope: 'user' }])
    expect(delayMs()).toBe(0)
    expect(breaker.openFor('ada')).toBeUndefined()
  })

  test('does not block other users', () => {
    const { breaker, delayMs, answer } = start()
    for (let failure = 0; failure < 1000; failure++) answer('retry', { target: `device ${failure}` })
    expect([breaker.openFor('ada'), breaker.openFor('ben')]).toEqual(['user', undefined])
    expect(delayMs({ userId: 'ben' })).toBe(0)
  })

  test('a probe without an answer is followed by another', () => {
    const { pass, delayMs, answer } = start()
    for (let failure = 0; failure < 10; failure++) answer('retry')
    pass(5 * SECOND_MS)
    expect(delayMs()).toBe(0)
    pass(29 * SECOND_MS)
    expect(delayMs()).toBeGreaterThan(0)
    pass(2 * SECOND_MS)
    expect(delayMs()).toBe(0)
  })

  test('stays open longer each time, up to a minute', () => {
    const { pass, delayMs, answer } = start()
    for (let failure = 0; failure < 10; failure++) answer('retry')
    const rests = Array.from({ length: 8 }, () => {
      let waited = 0
      while (delayMs() > 0) {
        pass(SECOND_MS)
        waited++
      }
      answer('retry')
      return waited
    })
    expect(rests).toEqual([5, 10, 20, 40, 60, 60, 60, 60])
  })

  test('stays closed with occasional failures', () => {
    const { breaker, answer } = start()
    for (let send = 0; send < 1000; send++) answer(send % 5 === 0 ? 'accepted' : 'retry')
    expect(breaker.openFor('ada')).toBeUndefined()
  })

  test('opens after three refused credentials, for a minute', () => {
    const { pass, delayMs, answer } = start()
    answer('misconfigured')
    answer('misconfigured')
    expect(answer('misconfigured').changes).toMatchObject([{ to: 'open' }])
    pass(MINUTE_MS - 1)
    expect(delayMs()).toBeGreaterThan(0)
    pass(1)
    expect(delayMs()).toBe(0)
  })
})

describe("the provider's circuit", () => {
  test('opens after failures of several users, each counted at most twice', () => {
    const { breaker, delayMs, failForAll } = start()
    failForAll(4)
    failForAll(4)
    expect(breaker.openFor('someone else')).toBeUndefined()
    failForAll(5)
    expect(breaker.openFor('someone else')).toBe('provider')
    expect(delayMs({ userId: 'user 0' })).toBe(15 * SECOND_MS)
  })

  test('opens after refused credentials of three users', () => {
    const { breaker, answer } = start()
    for (let send = 0; send < 100; send++) answer('misconfigured', { userId: `user ${send % 2}` })
    expect(breaker.openFor('someone else')).toBeUndefined()
    expect(answer('misconfigured', { userId: 'user 2' }).changes).toContainEqual({
      ...{ to: 'open', scope: 'provider' },
      reason: '3 failures in a row from 3 users',
    })
  })

  test.each(['retry', 'throttled', 'misconfigured', 'dead'] as const)(
    'stays closed whatever targets answer that were never accepted: %s',
    (status) => {
      const { breaker, answer } = start()
      for (let send = 0; send < 5000; send++) answer(status, { userId: `guest ${send % 500}`, isProven: false })
      expect(breaker.openFor('ada')).toBeUndefined()
    },
  )

  test('is confirmed at once by users without failures; a message accepted for them closes it', () => {
    const { breaker, delayMs, answer, failForAll } = start()
    failForAll(5)
    expect(delayMs({ userId: 'new', isProven: false })).toBeGreaterThan(0)
    expect(delayMs({ userId: 'user 1' })).toBeGreaterThan(0)
    expect(delayMs({ userId: 'ada' })).toBe(0)
    // Users with failures retry soon: the answer will be there.
    expect(delayMs({ userId: 'user 1' })).toBeLessThan(SECOND_MS)
    expect(answer('accepted', { userId: 'ada' }).changes).toMatchObject([{ to: 'closed', scope: 'provider' }])
    expect([breaker.openFor('ben'), delayMs({ userId: 'user 1' })]).toEqual([undefined, 0])
  })

  test('limits the number of confirmations', () => {
    const { pass, delayMs, answer, failForAll } = start()
    failForAll(5)
    const asked = Array.from({ length: 100 }, (_, user) => `other ${user}`).filter((userId) => delayMs({ userId }) === 0)
    expect(asked).toHaveLength(20)
    for (const userId of asked.slice(1)) answer('retry', { userId })
    expect(delayMs({ userId: 'ben' })).toBe(250)
    // The last answer does not come back.
    pass(30 * SECOND_MS)
    expect(delayMs({ userId: 'ben' })).toBe(0)
  })

  test('is probed after its pause, first by users without failures', () => {
    const { breaker, pass, delayMs, answer, failForAll } = start()
    failForAll(5)
    pass(5 * SECOND_MS)
    expect(delayMs({ userId: 'user 0' })).toBeGreaterThan(0)
    pass(10 * SECOND_MS)
    expect(delayMs({ userId: 'user 0' })).toBe(0)
    expect(answer('retry', { userId: 'user 0' }).changes).toEqual([])
    expect(delayMs({ userId: 'user 1' })).toBeGreaterThan(19 * SECOND_MS)
    pass(20 * SECOND_MS)
    expect(delayMs({ userId: 'user 1' })).toBe(0)
    answer('accepted', { userId: 'user 1' })
    expect(breaker.openFor('ada')).toBeUndefined()
  })

  test('ignores failures of unproven targets, but closes on their success', () => {
    const { breaker, pass, delayMs, answer, failForAll } = start()
    failForAll(5)
    pass(5 * SECOND_MS)
    expect(delayMs({ userId: 'guest', isProven: false })).toBe(0)
    answer('retry', { userId: 'guest', isProven: false })
    pass(10 * SECOND_MS)
    expect(delayMs({ userId: 'user 0' })).toBe(0)
    expect(delayMs({ userId: 'new', isProven: false })).toBe(0)
    answer('accepted', { userId: 'new' })
    expect(breaker.openFor('ada')).toBeUndefined()
  })

  test('waiting sends resume one by one, round-robin between users', () => {
    const { delayMs, failForAll } = start()
    failForAll(5)
    const rests = Array.from({ length: 50_000 }, () => delayMs({ userId: 'user 0' }))
    expect(new Set(rests).size).toBe(50_000)
    expect(Math.max(...rests)).toBe(15 * SECOND_MS + 49_999 * 5)
    // The backlog of one is not before the first of another.
    expect(delayMs({ userId: 'user 1' })).toBeLessThan(16 * SECOND_MS)
  })
})

describe('dead targets', () => {
  const believed = { isTrusted: true, restored: [], changes: [] }

  test('of one user are trusted in any number and open nothing', () => {
    const { breaker, answer } = start()
    for (let device = 0; device < 1000; device++) expect(answer('dead', { target: `device ${device}` })).toEqual(believed)
    expect(breaker.openFor('ben')).toBeUndefined()
  })

  test('of many users at once: doubted, earlier ones restored, and the circuit opens', () => {
    const { delayMs, dieForAll, answer } = start()
    expect(dieForAll(2)).toEqual([believed, believed])
    const verdict = answer('dead', { userId: 'user 2' })
    expect(verdict).toMatchObject({ isTrusted: false, changes: [{ to: 'open', scope: 'provider' }] })
    expect(verdict.restored).toEqual([0, 1].map((user) => ({ userId: `user ${user}`, target: `of user ${user}` })))
    expect(delayMs({ userId: 'user 0' })).toBe(15 * SECOND_MS)
  })

  test('of many users among working ones: doubted, but others are sent to', () => {
    const { breaker, answer, dieForAll } = start()
    for (let user = 0; user < 15; user++) answer('accepted', { userId: `well ${user}` })
    const verdicts = dieForAll(3)
    expect(verdicts.map(({ isTrusted }) => isTrusted)).toEqual([true, true, false])
    expect(verdicts[2]?.restored).toHaveLength(2)
    expect(breaker.openFor('ada')).toBeUndefined()
  })

  test('of few users are trusted', () => {
    const { pass, answer } = start()
    for (let minute = 0; minute < 60; minute++) {
      for (let user = 0; user < 60; user++) answer('accepted', { userId: `well ${user}` })
      expect(answer('dead', { userId: `user ${minute}` })).toEqual(believed)
      pass(MINUTE_MS)
    }
  })

  test('that were never accepted are trusted, unless others are doubted', () => {
    const { answer, dieForAll } = start()
    for (const verdict of dieForAll(500, { isProven: false })) expect(verdict).toEqual(believed)
    dieForAll(3)
    expect(answer('dead', { userId: 'new', isProven: false }).isTrusted).toBe(false)
  })

  test('are doubted while the circuit is open, and do not close it', () => {
    const { breaker, pass, delayMs, answer, dieForAll } = start()
    dieForAll(3)
    pass(10 * MINUTE_MS)
    expect(delayMs({ userId: 'user 0' })).toBe(0)
    expect(answer('dead', { userId: 'user 0' })).toEqual({ isTrusted: false, restored: [], changes: [] })
    expect(breaker.openFor('user 0')).toBe('provider')
    pass(10 * MINUTE_MS)
    expect(delayMs({ userId: 'user 0' })).toBe(0)
    expect(answer('accepted', { userId: 'user 0' }).changes).toMatchObject([{ to: 'closed' }])
  })
})

test('never stays open for ever, and a working provider closes it, for any sequence of answers', () => {
  const step = fc.record({
    ms: fc.integer({ min: 0, max: 20 * MINUTE_MS }),
    status: fc.constantFrom<AttemptStatus>('accepted', 'retry', 'throttled', 'dead', 'rejected', 'misconfigured'),
    userId: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
    isProven: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 300 }), fc.boolean(), (steps, isProven) => {
      const { breaker, pass, delayMs, answer } = start()
      for (const { ms, status, ...sent } of steps) {
        pass(ms)
        if (delayMs(sent) === 0) answer(status, sent)
      }
      let waited = 0
      for (let rest = delayMs({ isProven }); rest > 0; rest = delayMs({ isProven })) {
        waited += rest
        pass(rest)
      }
      expect(waited).toBeLessThanOrEqual(17 * MINUTE_MS)
      answer('accepted', { isProven })
      expect(breaker.openFor('ada')).toBeUndefined()
    }),
  )
})
