import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { describe, expect, test } from 'vitest'
import * as logs from '../../server/store/logs.ts'
import { openTestPool } from '../support/database.ts'
import { eventually } from '../support/server.ts'

const START: logs.LogPosition = { xid: '0', id: 0 }
const WRITERS = 8
const TRANSACTIONS_PER_WRITER = 40

/** Numbers in [0, 1) that are the same in each run (a linear congruential generator; Numerical Recipes' constants). */
function fixedRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const appendTo = {
  auction_event: (client: pg.ClientBase, id: string) =>
    client.query("insert into auction_event (auction_id, kind) values ($1, 'changed')", [id]),
  filter_change: (client: pg.ClientBase, id: string) => client.query('insert into filter_change (filter_id) values ($1)', [id]),
  user_event: (client: pg.ClientBase, id: string) =>
    client.query("insert into user_event (user_id, kind, subject) values ($1, 'match', $1)", [id]),
}
type Table = keyof typeof appendTo

/** Writers whose transactions overlap and commit in any order; one in eight rolls back. The subjects that were committed. */
async function writeAtOnce(pool: pg.Pool, tables: readonly Table[]): Promise<string[]> {
  const committed: string[] = []
  await Promise.all(
    Array.from({ length: WRITERS }, async (_, writer) => {
      const random = fixedRandom(writer + 1)
      const client = await pool.connect()
      for (let turn = 0; turn < TRANSACTIONS_PER_WRITER; turn++) {
        const subjects = Array.from({ length: 1 + Math.floor(random() * 3) }, () => randomUUID())
        await client.query('begin')
        for (const subject of subjects) {
          await appendTo[tables[Math.floor(random() * tables.length)] ?? 'user_event'](client, subject)
          await client.query('select pg_sleep($1)', [random() * 0.01])
        }
        const isKept = random() < 7 / 8
        await client.query(isKept ? 'commit' : 'rollback')
        if (isKept) committed.push(...subjects)
      }
      client.release()
    }),
  )
  return committed
}

/** Reads behind the last entry again and again until the writers are done and nothing is left. */
async function readWhile<Entry extends logs.LogPosition>(
  writing: Promise<string[]>,
  read: (position: logs.LogPosition) => Promise<Entry[]>,
): Promise<{ seen: Entry[]; committed: string[] }> {
  const seen: Entry[] = []
  let committed: string[] | undefined
  void writing.then((subjects) => {
    committed = subjects
  })
  await eventually(async () => {
    const entries = await read(seen.at(-1) ?? START)
    seen.push(...entries)
    return committed !== undefined && seen.length >= committed.length && entries.length === 0
  }, 'all entries')
  return { seen, committed: committed ?? [] }
}

const isAfter = (a: logs.LogPosition, b: logs.LogPosition) => BigInt(a.xid) > BigInt(b.xid) || (a.xid === b.xid && a.id > b.id)

function expectOrderedAndWhole(seen: readonly (logs.LogPosition & { subject: string })[], committed: readonly string[]) {
  expect(seen.map(({ subject }) => subject).sort()).toEqual([...committed].sort())
  for (const [index, entry] of seen.entries()) {
    const before = seen[index - 1]
    if (before) expect(isAfter(entry, before)).toBe(true)
  }
}

describe('under eight writers a reader gets every committed entry once, in order,', () => {
  test('of auctions and filters', async () => {
    const { db, pg } = await openTestPool()
    const { seen, committed } = await readWhile(writeAtOnce(pg, ['auction_event', 'filter_change']), (position) =>
      logs.readLog(db, position, 7),
    )
    expectOrderedAndWhole(seen, committed)
    expect(new Set(seen.map(({ source }) => source))).toEqual(new Set(['auction', 'filter']))
  })

  test('of user events', async () => {
    const { db, pg } = await openTestPool()
    const { seen, committed } = await readWhile(writeAtOnce(pg, ['user_event']), (position) =>
      logs.readUserEvents(db, position, 7),
    )
    expectOrderedAndWhole(seen, committed)
  })
})

test('a cursor on the id alone loses late commits; readLog waits for them', async () => {
  const { db, pg } = await openTestPool()
  const [early, late] = [await pg.connect(), await pg.connect()]
  const [first, second] = [randomUUID(), randomUUID()]
  await early.query('begin')
  await appendTo.auction_event(early, first)
  await appendTo.auction_event(late, second)

  const byId = async (after: number) =>
    (await pg.query('select id, auction_id from auction_event where id > $1 order by id', [after])).rows as {
      id: number
      auction_id: string
    }[]
  const seenById = await byId(0)
  expect(seenById.map((row) => row.auction_id)).toEqual([second])
  expect(await logs.readLog(db, START, 10)).toEqual([])

  await early.query('commit')
  early.release()
  late.release()
  expect(await byId(seenById.at(-1)?.id ?? 0), 'the first is lost to the id').toEqual([])
  const seen = await eventually(async () => {
    const entries = await logs.readLog(db, START, 10)
    return entries.length === 2 && entries
  }, 'both entries')
  expect(seen.map(({ subject }) => subject)).toEqual([first, second])
})

test("one user's events are read without the others'", async () => {
  const { db } = await openTestPool()
  const [ada, ben] = [randomUUID(), randomUUID()]
  const event = (userId: string) => ({ userId, kind: 'match' as const, subject: userId })
  await logs.logUserEvents(db, [event(ada), event(ben), event(ada)])
  const own = await eventually(async () => {
    const events = await logs.readUserEvents(db, START, 10, ada)
    return events.length === 2 && events
  }, 'the events')
  expect(own.every(({ userId }) => userId === ada)).toBe(true)
  const end = await logs.endOfUserEvents(db)
  expect([end.xid, end.id]).toEqual([own[1]?.xid, own[1]?.id])
  expect(await logs.isUserEventKept(db, end)).toBe(true)
  expect(await logs.isUserEventKept(db, { ...end, id: end.id + 1 })).toBe(false)
})

test('only one of two concurrent moves of a cursor succeeds', async () => {
  const { db } = await openTestPool()
  expect(await logs.readCursor(db, 'reader')).toEqual(START)
  const to = (id: number) => ({ xid: '10', id })
  const moves = await Promise.all(
    [1, 2, 3].map((id) => db.transaction().execute((tx) => logs.moveCursor(tx, 'reader', START, to(id)))),
  )
  expect(moves.filter(Boolean)).toHaveLength(1)
  expect(await logs.readCursor(db, 'reader')).toEqual(to(moves.indexOf(true) + 1))
  await db.transaction().execute(async (tx) => {
    expect(await logs.moveCursor(tx, 'reader', START, to(9))).toBe(false)
    expect(await logs.moveCursor(tx, 'nobody', START, to(9))).toBe(false)
  })
})

test('a log is trimmed by age, but never ahead of a reader', async () => {
  const { db, pg } = await openTestPool()
  const client = await pg.connect()
  for (let entry = 0; entry < 3; entry++) await appendTo.auction_event(client, randomUUID())
  await appendTo.user_event(client, randomUUID())
  client.release()
  const entries = await eventually(async () => {
    const all = await logs.readLog(db, START, 10)
    return all.length === 3 && all
  }, 'the entries')
  const [long, future] = [new Date(0), new Date(Date.now() + 60_000)]
  const left = async () => (await logs.readLog(db, START, 10)).length

  await logs.trimLogs(db, future)
  expect(await left(), 'before anyone has read').toBe(3)
  expect(await logs.endOfUserEvents(db), 'streams are resumed for so long only').toEqual(START)

  await logs.readCursor(db, 'slow')
  await logs.readCursor(db, 'fast')
  const move = (reader: string, to: logs.LogPosition | undefined) =>
    db.transaction().execute(async (tx) => logs.moveCursor(tx, reader, START, { xid: to?.xid ?? '0', id: to?.id ?? 0 }))
  await move('fast', entries[2])
  await logs.trimLogs(db, future)
  expect(await left(), 'while one reader stands at the beginning').toBe(3)
  await move('slow', entries[1])
  await logs.trimLogs(db, long)
  expect(await left(), 'too young').toBe(3)
  await logs.trimLogs(db, future)
  expect(await left(), 'the place of the slowest stays').toBe(2)
})
