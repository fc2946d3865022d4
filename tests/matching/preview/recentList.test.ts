import { describe, expect, test } from 'vitest'
import { HOUR_MS } from '../../../contract/time.ts'
import { type RecentAuction, RecentList } from '../../../server/matching/preview/recentList.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const LIMIT = 10

const auction = (id: string, firstSeenAt = NOW) => ({ id, firstSeenAt, marketplace: 'm', buyingOptions: [] }) as RecentAuction
const idOf = (list: RecentList, number: number) => {
  const { auctions, slotOf } = list.view()
  const slot = slotOf(number)
  return slot === undefined ? undefined : auctions[slot]?.id
}

describe('the number of an auction in the word index', () => {
  test('is kept until the auction arrives, across a trim', () => {
    const list = new RecentList(LIMIT)
    list.setNumber('late', 7)
    list.trim(0, NOW)
    list.put(auction('late'))
    expect(idOf(list, 7)).toBe('late')
  })

  test('is dropped with the second trim when the auction never arrives', () => {
    const list = new RecentList(LIMIT)
    list.setNumber('never', 7)
    list.trim(0, NOW)
    list.trim(0, NOW + HOUR_MS)
    list.put(auction('never'))
    expect(idOf(list, 7)).toBeUndefined()
  })

  test('follows the auction when older ones are dropped', () => {
    const list = new RecentList(LIMIT)
    list.put(auction('old', NOW - HOUR_MS))
    list.put(auction('new'))
    list.setNumber('old', 1)
    list.setNumber('new', 2)
    list.trim(NOW, NOW)
    expect([idOf(list, 1), idOf(list, 2)]).toEqual([undefined, 'new'])
  })
})

test('deleted auctions leave the list, and the others keep their numbers', () => {
  const list = new RecentList(LIMIT)
  for (const [number, id] of ['a', 'b', 'c'].entries()) {
    list.put(auction(id))
    list.setNumber(id, number)
  }
  const before = list.view()
  list.remove(new Set(['a', 'unknown']))
  expect(list.view().auctions.map(({ id }) => id)).toEqual(['b', 'c'])
  expect([0, 1, 2].map((number) => idOf(list, number))).toEqual([undefined, 'b', 'c'])
  expect(before.auctions[before.slotOf(0) ?? -1]?.id).toBe('a')
})
