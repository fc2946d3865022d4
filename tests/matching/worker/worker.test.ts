import { afterEach, expect, test } from 'vitest'
import type { Filter } from '../../../contract/filter.ts'
import type { MatchResult } from '../../../server/matching/worker/messages.ts'
import { createShardedMatcher } from '../../../server/matching/worker/shardedMatcher.ts'
import { createWorkerMatcher, type WorkerMatcher } from '../../../server/matching/worker/workerMatcher.ts'
import { anAuction, someCriteria } from '../support.ts'
import { asFilter, NOW } from '../vocabulary.ts'

const started: WorkerMatcher[] = []
afterEach(async () => {
  await Promise.all(started.splice(0).map((matcher) => matcher.close()))
})

function start(data: unknown = 1): WorkerMatcher {
  const module = new URL('../converter.ts', import.meta.url).href
  const matcher = createWorkerMatcher({ clock: () => NOW, converter: { module, make: 'makeConverter', data } })
  started.push(matcher)
  return matcher
}

const add = (id: string, asked: Record<string, unknown>) => ({ kind: 'add', filter: asFilter(someCriteria(asked), id) }) as const

test('changes are applied before auctions, each batch in order', async () => {
  const matcher = start()
  const leica = anAuction({ title: 'Leica M6' })
  const answers = await Promise.all([
    matcher.run([add('a', { keywords: 'leica' }), add('b', { maxBids: 3, endsWithinMinutes: 60 })], [leica, anAuction()]),
    matcher.run([{ kind: 'remove', filterId: 'a' }], [leica]),
    matcher.run([], []),
  ])
  expect(answers).toEqual([
    {
      matches: [
        expect.arrayContaining([{ filterId: 'a', flags: [] }, expect.objectContaining({ filterId: 'b' })]),
        [expect.anything()],
      ],
      size: 2,
      endWindows: [60],
    },
    { matches: [[{ filterId: 'b', flags: ['bids', 'end'] }]], size: 1, endWindows: [60] },
    { matches: [], size: 1, endWindows: [60] },
  ])
})

test('new rates apply from the next batch on', async () => {
  const matcher = start(1)
  const auction = anAuction({ price: { amount: 10, currency: 'USD' } })
  const change = add('a', { price: { max: 10, currency: 'EUR' } })
  expect((await matcher.run([change], [auction])).matches).toMatchObject([[{ filterId: 'a' }]])
  matcher.setConverterData(2)
  expect((await matcher.run([], [auction])).matches).toEqual([[]])
})

test('a failed request rejects, with all waiting ones, and the thread is dead', async () => {
  const matcher = start()
  // Invalid by the contract's schema.
  const broken = { id: 'a' } as unknown as Filter
  const outcomes = await Promise.allSettled([matcher.run([{ kind: 'add', filter: broken }], []), matcher.run([], [])])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await expect(matcher.run([], [])).rejects.toThrow('The matching thread failed')
})

test('a thread that cannot start rejects', async () => {
  await expect(start('not a rate').run([], [])).rejects.toThrow('no rate')
})

test('a value that cannot be cloned rejects', async () => {
  const uncloneable = { ...asFilter(someCriteria(), 'a'), name: () => 'a' } as unknown as Filter
  await expect(start().run([{ kind: 'add', filter: uncloneable }], [])).rejects.toThrow('cannot be cloned')
})

test('closing rejects running requests', async () => {
  const matcher = start()
  const running = matcher.run([], [anAuction()])
  await Promise.all([expect(running).rejects.toThrow('was closed'), matcher.close()])
  await expect(matcher.run([], [])).rejects.toThrow('was closed')
})

function startSharded(count: number): WorkerMatcher {
  const matcher = createShardedMatcher(count, () => start())
  started.push(matcher)
  return matcher
}

test('several threads give the same result as one', async () => {
  const filters = Array.from({ length: 40 }, (_, index) =>
    add(`filter ${index}`, {
      keywords: ['leica', 'm6', 'canon', 'leica m6'][index % 4],
      endsWithinMinutes: 10 * ((index % 3) + 1),
    }),
  )
  const removed = Array.from({ length: 10 }, (_, index) => ({ kind: 'remove' as const, filterId: `filter ${4 * index}` }))
  const auctions = [anAuction({ title: 'Leica M6' }), anAuction({ title: 'Canon AE-1' }), anAuction({ title: 'Rollei' })]
  const [one, three] = [start(), startSharded(3)]
  const sorted = ({ matches, ...rest }: MatchResult) => ({
    ...rest,
    matches: matches.map((found) => found.toSorted((a, b) => a.filterId.localeCompare(b.filterId))),
  })
  for (const [changes, asked] of [
    [filters, auctions],
    [removed, auctions],
    [[], []],
  ] as const) {
    expect(sorted(await three.run(changes, asked))).toEqual(sorted(await one.run(changes, asked)))
  }
  expect((await three.run([], auctions)).matches.map(({ length }) => length)).toEqual([20, 10, 0])
})

test('when one thread fails, all end', async () => {
  const matcher = startSharded(3)
  const broken = { id: 'a' } as unknown as Filter
  await expect(matcher.run([{ kind: 'add', filter: broken }], [])).rejects.toThrow('The matching thread failed')
  await expect(matcher.run([], [])).rejects.toThrow('The matching thread failed')
  await expect(Promise.any(started.map((shard) => shard.run([], [])))).rejects.toThrow()
})
