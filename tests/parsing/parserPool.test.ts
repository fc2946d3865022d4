import { afterAll, describe, expect, test } from 'vitest'
import { FEED_TASK } from '../../server/marketplaces/feed/task.ts'
import { BOUNCE_TASK } from '../../server/notifications/channels/email/bounceTask.ts'
import { ParsingError } from '../../server/parsing/error.ts'
import { createParserPool, type ParserPool } from '../../server/parsing/parserPool.ts'
import { feedDocument, item, rss } from './support.ts'

/** ParserPool any of 500 entries looks at all these neighbours of theirs: minutes. */
const SLOW = rss('<a/>'.repeat(100_000), ...Array.from({ length: 500 }, (_, index) => item(index)))
/** A million elements are a hundred megabytes of objects. */
const LARGE = rss('<a/>'.repeat(1_000_000), item(1))
const GOOD = rss(item(1), item(2))

const pools: ParserPool[] = []
const poolOf = (limits?: Parameters<typeof createParserPool>[0]) => {
  const parserPool = createParserPool(limits)
  pools.push(parserPool)
  return parserPool
}
afterAll(() => Promise.all(pools.map((parserPool) => parserPool.close())))

const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'no failure',
    (error) => (error instanceof ParsingError ? `${error.fault}: ${error.message}` : String(error)),
  )

describe('a parser thread', () => {
  test('exceeding the time limit fails with reason and entry, and a new thread parses the next document', async () => {
    const parserPool = poolOf({ maxMs: 1500, maxThreads: 1 })
    const [slow, good] = await Promise.all([
      failureOf(parserPool.read(FEED_TASK, feedDocument(SLOW))),
      parserPool.read(FEED_TASK, feedDocument(GOOD)),
    ])
    expect(slow).toMatch(/^time: parsing the feed takes longer than 1\.5 seconds(, at entry \d+)?$/)
    expect(good).toMatchObject({ kind: 'feed', entries: 2, rejected: [] })
  })

  test('exceeding the memory limit fails likewise, and this process is unaffected', async () => {
    const parserPool = poolOf({ maxHeapMb: 64 })
    expect(await failureOf(parserPool.read(FEED_TASK, feedDocument(LARGE)))).toBe(
      'memory: parsing the feed takes more than 64 MB of memory',
    )
    expect(await parserPool.read(FEED_TASK, feedDocument(GOOD))).toMatchObject({ kind: 'feed', entries: 2 })
  })

  test('does not wait for other kinds of documents', async () => {
    const parserPool = poolOf({ maxMs: 3000, maxThreads: 1 })
    let isSlowDone = false
    const slow = failureOf(parserPool.read(FEED_TASK, feedDocument(SLOW))).finally(() => {
      isSlowDone = true
    })
    expect(await parserPool.read(BOUNCE_TASK, 'no report')).toBeUndefined()
    expect(isSlowDone).toBe(false)
    expect(await slow).toMatch(/^time/)
  })

  test('refuses documents beyond the queue limit, and all after closing', async () => {
    const parserPool = poolOf({ maxMs: 60_000, maxThreads: 1 })
    const reads = Array.from({ length: 40 }, () => failureOf(parserPool.read(FEED_TASK, feedDocument(SLOW))))
    const refused = await Promise.race(reads)
    expect(refused).toBe('busy: no thread was free to parse the feed')
    await parserPool.close()
    const failures = await Promise.all(reads)
    expect(failures.filter((failure) => failure === 'closed: the server is stopping')).toHaveLength(33)
    expect(await failureOf(parserPool.read(FEED_TASK, feedDocument(GOOD)))).toBe('closed: the server is stopping')
  })
})

test('parses the first 500 of tens of thousands of entries, whatever surrounds them', async () => {
  const items = Array.from({ length: 40_000 }, (_, index) => item(index))
  const covered = `<!-- ${item(-1)} --><description><![CDATA[${item(-2)}]]></description>`
  for (const text of [rss(covered, ...items), rss(...items.map((one) => one.replaceAll('item>', 'ITEM>')))]) {
    const read = await poolOf().read(FEED_TASK, feedDocument(text))
    expect(read).toMatchObject({ kind: 'feed', entries: 500 })
    if (read.kind === 'feed') expect(read.listings.at(-1)?.listing.externalId).toBe('499')
  }
})
