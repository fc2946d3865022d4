import { expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../contract/time.ts'
import { createSlowUsers } from '../../../server/notifications/delivery/slowUsers.ts'

const SLOTS = 32

function start() {
  let time = 1_000_000_000_000
  const slow = createSlowUsers(() => time)
  return {
    slow,
    pass: (ms: number) => {
      time += ms
    },
    start: (userId: string) => slow.start('webhook', userId, SLOTS),
    end: (userId: string, ms?: number) => slow.end('webhook', userId, ms),
  }
}

test('a user with slow answers is slow while others are fast, until a faster answer', () => {
  const { start: begin, end } = start()
  end('ada', 100)
  end('mallory', 15 * SECOND_MS)
  expect([begin('ada'), begin('mallory')]).toEqual(['usual', 'slow'])
  end('mallory', 100)
  expect(begin('mallory')).toBe('usual')
})

test('no user is slow while all are', () => {
  const { pass, start: begin, end } = start()
  end('ada', 100)
  pass(2 * MINUTE_MS)
  for (const userId of ['ada', 'ben']) end(userId, 5 * SECOND_MS)
  expect([begin('ada'), begin('ben')]).toEqual(['usual', 'usual'])
})

test('users of unknown speed get half of the slots', () => {
  const { start: begin, end } = start()
  end('ada', 100)
  const lanes = Array.from({ length: 40 }, (_, user) => begin(`new ${user}`))
  expect(lanes.filter((lane) => lane === 'usual')).toHaveLength(SLOTS / 2)
  expect(begin('ada')).toBe('usual')
  // A send that did not happen says nothing and frees its place.
  end('new 0')
  expect([begin('new 20'), begin('new 21')]).toEqual(['usual', 'slow'])
})

test('a measured speed expires after an hour', () => {
  const { slow, pass, end } = start()
  end('ada', 100)
  expect(slow.knows('webhook', 'ada')).toBe(true)
  pass(HOUR_MS)
  expect(slow.knows('webhook', 'ada')).toBe(false)
})

test('moved sends rank behind those of users with fewer', () => {
  const { slow, pass } = start()
  const ranks = () => [slow.noteMove('webhook', 'mallory'), slow.noteMove('webhook', 'mallory'), slow.noteMove('webhook', 'ada')]
  expect(ranks()).toEqual([1, 2, 1])
  pass(2 * MINUTE_MS)
  expect(ranks()).toEqual([1, 2, 1])
})
