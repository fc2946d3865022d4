import type { Listing } from '../../contract/auction.ts'
import { reconcile } from '../../server/polling/reconcile.ts'
import { closeAuctions, saveAuctions } from '../../server/store/auctions.ts'
import { logFilterChanges } from '../../server/store/filters.ts'
import { readLog } from '../../server/store/logs.ts'
import { backfillFilters } from '../../server/watching/backfillFilters.ts'
import type { Matching } from '../../server/watching/dependencies.ts'
import { createFilterDirectory } from '../../server/watching/filterDirectory.ts'
import { matchAuctions } from '../../server/watching/matchAuctions.ts'
import { awaitReadableLog } from './database.ts'
import type { startSending } from './sending.ts'

/** Polls and the matcher's steps on the database and the clock of `sending`, where its filter meets every auction. */
export async function startWatching(sending: Awaited<ReturnType<typeof startSending>>) {
  const { db, parts, filterId } = sending
  const directory = createFilterDirectory()
  for await (const _ of directory.load(db)) void _
  const matcher = {
    run: async (_: unknown, auctions: readonly unknown[]) => ({ matches: auctions.map(() => [{ filterId, flags: [] }]) }),
  }
  const matching = { ...parts, directory, matcher, convert: () => undefined } as unknown as Matching
  let position = { xid: '0', id: 0 }

  /** Processes the log's entries. */
  async function follow(): Promise<void> {
    await awaitReadableLog(db)
    const entries = await readLog(db, position, 1000)
    const last = entries.at(-1)
    if (last) position = { xid: last.xid, id: last.id }
    const filterEntries = entries.filter((entry) => entry.source === 'filter')
    if (filterEntries.length > 0) await backfillFilters(matching, filterEntries, async () => {})
    const auctionEntries = entries.filter((entry) => entry.source === 'auction')
    if (auctionEntries.length > 0) await matchAuctions(matching, auctionEntries, async () => {})
  }

  /** A poll that shows this auction so. */
  async function poll(auctionId: string, change: Partial<Listing>): Promise<void> {
    const row = await db.selectFrom('auction').selectAll().where('id', '=', auctionId).executeTakeFirstOrThrow()
    const stored = new Map([[row.externalId, row]])
    const { changes } = reconcile([{ ...row.listing, ...change }], stored, false, new Date(row.lastSeenAt.getTime() + 1))
    await db.transaction().execute((tx) => saveAuctions(tx, changes))
    await follow()
  }

  /** The auction is over. */
  async function close(auctionId: string): Promise<void> {
    await db.transaction().execute((tx) => closeAuctions(tx, [auctionId], 'ended'))
    await follow()
  }

  // Backfills the filter, as for a new or changed one.
  await awaitReadableLog(db)
  position = (await readLog(db, position, 1000)).at(-1) ?? position
  await logFilterChanges(db, [filterId])
  await follow()
  return { poll, close, follow }
}
