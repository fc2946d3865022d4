import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import type { Listing } from '../../contract/auction.ts'
import { DAY_MS } from '../../contract/time.ts'
import { createLeadership } from '../../server/database/leadership.ts'
import { openPool } from '../../server/database/pool.ts'
import { startIndexingWords } from '../../server/search/indexWords.ts'
import { type AuctionChange, saveAuctions } from '../../server/store/auctions.ts'
import { countWords } from '../../server/store/auctionWords.ts'
import { newId } from '../../server/store/ids.ts'
import { createDatabase } from '../support/database.ts'
import { eventually } from '../support/server.ts'

const NOON = new Date('2026-11-20T12:00:00Z')
const log = pino({ level: 'silent' })

function listed(title: string, rest: Partial<Listing> = {}, seenAt = NOON): AuctionChange {
  const id = newId()
  const url = `https://example.test/${id}`
  const listing = { marketplace: 'demo', externalId: id, url, title, images: [], buyingOptions: [], ...rest }
  return { id, listing, status: 'active', seenAt, event: { kind: 'listed', data: {} } }
}

async function store() {
  const url = await createDatabase()
  const { db, end } = openPool(url, log)
  onTestFinished(end)
  let now = NOON
  const startIndexing = () => {
    const leadership = createLeadership(url, 'indexing', log)
    const indexing = startIndexingWords({ db, log, leadership, clock: { now: () => now } })
    onTestFinished(() => indexing.stop())
    return indexing
  }
  const save = (...changes: AuctionChange[]) => db.transaction().execute((tx) => saveAuctions(tx, changes))
  const counts = async (...words: string[]) => [...(await countWords(db, words, new Date(now.getTime() - DAY_MS / 2))).values()]
  const indexed = async () =>
    (await sql<{ xmin: string; number: number }>`select xmin::text, number from auction_words`.execute(db)).rows
  const settled = (count: number) => eventually(async () => (await indexed()).length === count, `${count} auctions in the index`)
  const pass = (ms: number) => {
    now = new Date(now.getTime() + ms)
  }
  return { db, startIndexing, save, counts, indexed, settled, pass }
}

test('words are counted by the auctions whose title has them, parts of tokens included', async () => {
  const { startIndexing, save, counts, settled } = await store()
  startIndexing()
  await save(
    listed('Leica M6, Leica!'),
    listed('LEICA Spiegelreflexkamera', { description: 'Gehäuse' }),
    listed('rtx3080ti'),
    listed('Stühle'),
    listed('Leica', {}, new Date(NOON.getTime() - DAY_MS)),
  )
  await settled(5)
  expect(await counts('leica', 'm6', 'kamera', 'gehause', 'rtx', '3080ti', 'rtx3080ti', 'stuhle')).toEqual([
    2, 1, 0, 0, 1, 1, 1, 1,
  ])
  expect(await counts()).toEqual([])
})

test('unindexed auctions are indexed at start', async () => {
  const { startIndexing, save, counts, settled } = await store()
  await save(...Array.from({ length: 250 }, () => listed('Leica')))
  startIndexing()
  await settled(250)
  expect(await counts('leica')).toEqual([250])
})

test('a changed title changes the words, a changed price does not', async () => {
  const { startIndexing, save, counts, indexed, settled } = await store()
  startIndexing()
  const auction = listed('Leica M6')
  await save(auction)
  await settled(1)
  const first = await indexed()
  await save({ ...auction, listing: { ...auction.listing, price: { amount: 100, currency: 'EUR' } } }, listed('Leica'))
  await settled(2)
  expect(await indexed()).toEqual(expect.arrayContaining(first))
  await save({ ...auction, listing: { ...auction.listing, title: 'Leica M7' } })
  await eventually(async () => (await counts('m7'))[0] === 1, 'the new title')
  expect(await counts('leica', 'm6')).toEqual([2, 0])
})

test('auctions outside the range of previews leave the index, and unused words too', async () => {
  const { db, startIndexing, save, counts, settled, pass } = await store()
  startIndexing()
  await save(listed('Leica M6'))
  await settled(1)
  pass(31 * DAY_MS)
  await save(listed('Leica M7', {}, new Date(NOON.getTime() + 31 * DAY_MS)))
  await eventually(async () => (await counts('m7'))[0] === 1, 'the new one')
  await settled(1)
  const { rows } = await sql<{ text: string }>`select text from word order by text`.execute(db)
  expect(rows.map(({ text }) => text)).toEqual(['7', 'leica', 'm', 'm7'])
})

test('very long words do not prevent indexing', async () => {
  const { startIndexing, save, counts, settled } = await store()
  startIndexing()
  const long = 'x'.repeat(5000)
  const pairs = `${'y'.repeat(199)}\u{10437}`.repeat(20)
  await save(listed(`${long} leica`, { description: pairs }))
  await settled(1)
  expect(await counts(long, 'leica')).toEqual([1, 1])
})

test('one of two processes indexes, and the other takes over', async () => {
  const { startIndexing, save, counts, settled } = await store()
  const first = startIndexing()
  await save(listed('Leica'))
  await settled(1)
  startIndexing()
  await first.stop()
  await save(listed('Leica'))
  await settled(2)
  expect(await counts('leica')).toEqual([2])
})
