import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Listing } from '../../contract/auction.ts'
import { type AuctionChange, saveAuctions } from '../../server/store/auctions.ts'
import { countWords } from '../../server/store/auctionWords.ts'
import { newId } from '../../server/store/ids.ts'
import { openTestPool } from '../support/database.ts'

const NOON = new Date('2026-11-20T12:00:00Z')
const MORNING = new Date('2026-11-20T06:00:00Z')

function listed(title: string, rest: Partial<Listing> = {}, seenAt = NOON): AuctionChange {
  const id = newId()
  const url = `https://example.test/${id}`
  const listing = { marketplace: 'demo', externalId: id, url, title, images: [], buyingOptions: [], ...rest }
  return { id, listing, status: 'active', seenAt }
}

async function store() {
  const { db } = await openTestPool()
  const save = (...changes: AuctionChange[]) => db.transaction().execute((tx) => saveAuctions(tx, changes))
  const counts = async (...words: string[]) => [...(await countWords(db, words, MORNING)).values()]
  return { db, save, counts }
}

test('words are counted by the auctions whose title has them, parts of tokens included', async () => {
  const { save, counts } = await store()
  await save(
    listed('Leica M6, Leica!'),
    listed('LEICA Spiegelreflexkamera', { description: 'Gehäuse' }),
    listed('rtx3080ti'),
    listed('Stühle'),
    listed('Leica', {}, new Date('2026-11-19T12:00:00Z')),
  )
  expect(await counts('leica', 'm6', 'kamera', 'gehause', 'rtx', '3080ti', 'rtx3080ti', 'stuhle')).toEqual([
    2, 1, 0, 0, 1, 1, 1, 1,
  ])
  expect(await counts()).toEqual([])
})

test('a changed title changes the words, a changed price does not', async () => {
  const { db, save, counts } = await store()
  const auction = listed('Leica M6')
  await save(auction)
  const numbers = () => sql<{ xmin: string }>`select xmin::text, number from auction_words`.execute(db).then(({ rows }) => rows)
  const first = await numbers()
  await save({ ...auction, listing: { ...auction.listing, price: { amount: 100, currency: 'EUR' } } })
  expect(await numbers()).toEqual(first)
  await save({ ...auction, listing: { ...auction.listing, title: 'Leica M7' } })
  expect(await counts('leica', 'm6', 'm7')).toEqual([1, 0, 1])
})

test('words as long as texts can have them do not keep an auction from being stored', async () => {
  const { save, counts } = await store()
  const long = 'x'.repeat(5000)
  const pairs = `${'y'.repeat(199)}\u{10437}`.repeat(20)
  await save(listed(`${long} leica`, { description: pairs }))
  expect(await counts(long, 'leica')).toEqual([1, 1])
})

test('two that store new words at the same time do not get in each other’s way', async () => {
  const { save, counts } = await store()
  const words = Array.from({ length: 300 }, (_, index) => `wort${index}`)
  const titles = [words, words.toReversed(), words.toSorted(), words].map((all) => all.join(' '))
  await Promise.all(titles.map((title) => save(listed(title))))
  expect(await counts('wort0', 'wort299')).toEqual([4, 4])
})
