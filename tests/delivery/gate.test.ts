import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createGate } from '../../server/delivery/gate.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND

function gateAt(start = 1_000_000_000_000) {
  let time = start
  const gate = createGate(() => time)
  return {
    gate,
    pass: (ms: number) => {
      time += ms
    },
    send: (status: Parameters<typeof gate.note>[1], target = 'a device') => gate.note(target, status),
  }
}

test('failures in a row close it; one send tries, and what is accepted opens it', () => {
  const { gate, pass, send } = gateAt()
  for (let failure = 1; failure < 10; failure++) expect(send('retry')).toEqual({ isTrusted: true, revived: [] })
  expect(send('retry').turned).toBe('closed')
  expect(gate.restMs()).toBe(5 * SECOND)
  pass(5 * SECOND)
  expect(gate.restMs()).toBe(0)
  // The others wait for its answer.
  expect(gate.restMs()).toBeGreaterThan(0)
  expect(send('retry').turned).toBeUndefined()
  pass(5 * SECOND)
  expect(gate.restMs()).toBeGreaterThan(0)
  pass(5 * SECOND)
  expect(gate.restMs()).toBe(0)
  expect(send('accepted').turned).toBe('opened')
  expect(gate.restMs()).toBe(0)
  expect(gate.isClosed).toBe(false)
})

test('a try that never comes back is followed by another', () => {
  const { gate, pass, send } = gateAt()
  for (let failure = 0; failure < 10; failure++) send('retry')
  pass(5 * SECOND)
  expect(gate.restMs()).toBe(0)
  pass(29 * SECOND)
  expect(gate.restMs()).toBeGreaterThan(0)
  pass(SECOND)
  expect(gate.restMs()).toBe(0)
})

test('it rests longer each time, and no longer than a minute', () => {
  const { gate, pass, send } = gateAt()
  for (let failure = 0; failure < 10; failure++) send('retry')
  const rests = Array.from({ length: 8 }, () => {
    let waited = 0
    while (gate.restMs() > 0) {
      pass(SECOND)
      waited++
    }
    send('retry')
    return waited
  })
  expect(rests).toEqual([5, 10, 20, 40, 60, 60, 60, 60])
})

test('what fails here and there does not close it', () => {
  const { gate, send } = gateAt()
  for (let send_ = 0; send_ < 1000; send_++) send(send_ % 5 === 0 ? 'accepted' : 'retry')
  expect(gate.isClosed).toBe(false)
})

test('our own credentials refused: closed after three, for a minute', () => {
  const { gate, pass, send } = gateAt()
  send('misconfigured')
  send('misconfigured')
  expect(send('misconfigured').turned).toBe('closed')
  pass(MINUTE - 1)
  expect(gate.restMs()).toBeGreaterThan(0)
  pass(1)
  expect(gate.restMs()).toBe(0)
})

test('what waits comes back one by one', () => {
  const { gate, send } = gateAt()
  for (let failure = 0; failure < 10; failure++) send('retry')
  const rests = Array.from({ length: 50_000 }, () => gate.restMs())
  expect(new Set(rests).size).toBe(50_000)
  expect(Math.max(...rests)).toBe(5 * SECOND + 49_999 * 5)
})

test('all at once gone: none of them is, those before are revived, and nothing is sent', () => {
  const { gate, send } = gateAt()
  const trusted = Array.from({ length: 4 }, (_, index) => send('dead', `device ${index}`))
  expect(trusted.every(({ isTrusted }) => isTrusted)).toBe(true)
  expect(send('dead', 'device 4')).toEqual({
    isTrusted: false,
    revived: ['device 0', 'device 1', 'device 2', 'device 3'],
    turned: 'closed',
  })
  expect(gate.restMs()).toBe(MINUTE)
})

test('many gone among those that are well: none is believed, but the rest is sent', () => {
  const { gate, send } = gateAt()
  for (let sent = 0; sent < 20; sent++) send('accepted')
  for (let index = 0; index < 4; index++) send('dead', `device ${index}`)
  expect(send('dead', 'device 4')).toEqual({ isTrusted: false, revived: ['device 0', 'device 1', 'device 2', 'device 3'] })
  expect(gate.isClosed).toBe(false)
})

test('single deaths are believed', () => {
  const { pass, send } = gateAt()
  for (let minute = 0; minute < 60; minute++) {
    for (let sent = 0; sent < 30; sent++) send('accepted')
    expect(send('dead')).toEqual({ isTrusted: true, revived: [] })
    pass(MINUTE)
  }
})

test('while it is closed for deaths, a death opens nothing and is not believed', () => {
  const { gate, pass, send } = gateAt()
  for (let index = 0; index < 5; index++) send('dead', `device ${index}`)
  pass(10 * MINUTE)
  expect(gate.restMs()).toBe(0)
  expect(send('dead', 'device 9')).toEqual({ isTrusted: false, revived: [] })
  expect(gate.isClosed).toBe(true)
  pass(10 * MINUTE)
  expect(gate.restMs()).toBe(0)
  expect(send('accepted').turned).toBe('opened')
})

test('whatever happens: it never stays closed for those who wait long enough, and a well provider opens it', () => {
  const step = fc.record({
    ms: fc.integer({ min: 0, max: 20 * MINUTE }),
    status: fc.constantFrom('accepted', 'retry', 'throttled', 'dead', 'rejected', 'misconfigured'),
    target: fc.constantFrom('a', 'b', 'c'),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const { gate, pass, send } = gateAt()
      for (const { ms, status, target } of steps) {
        pass(ms)
        if (gate.restMs() === 0) send(status, target)
      }
      let waited = 0
      for (let rest = gate.restMs(); rest > 0; rest = gate.restMs()) {
        waited += rest
        pass(rest)
      }
      expect(waited).toBeLessThanOrEqual(16 * MINUTE)
      send('accepted')
      expect(gate.isClosed).toBe(false)
    }),
  )
})
