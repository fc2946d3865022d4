import { type Selectable, sql } from 'kysely'
import type { FeedLinkDraft } from '../../contract/feedLink.ts'
import { MINUTE_MS } from '../../contract/time.ts'
import type { Db, Tx } from '../database/pool.ts'
import type { Database } from '../database/schema.ts'
import { newId } from './ids.ts'

export type FeedLinkRow = Selectable<Database['feedLink']>

/** A second read within this time is not recorded. */
const LAST_READ_PRECISION_MS = 5 * MINUTE_MS

export function listFeedLinks(db: Db, userId: string): Promise<FeedLinkRow[]> {
  return db.selectFrom('feedLink').selectAll().where('userId', '=', userId).orderBy('createdAt').orderBy('id').execute()
}

export function findFeedLink(db: Db, id: string): Promise<FeedLinkRow | undefined> {
  return db.selectFrom('feedLink').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The user's link of this kind, created if there is none. */
export async function saveFeedLink(tx: Tx, userId: string, { kind, filterId = null }: Wanted, now: Date): Promise<FeedLinkRow> {
  const link = { id: newId(), userId, kind, filterId, createdAt: now, changedAt: now }
  await tx
    .insertInto('feedLink')
    .values(link)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return tx
    .selectFrom('feedLink')
    .selectAll()
    .where('userId', '=', userId)
    .where('kind', '=', kind)
    .where('filterId', 'is not distinct from', filterId)
    .executeTakeFirstOrThrow()
}

type Wanted = { kind: FeedLinkDraft['kind']; filterId?: string | null | undefined }

/**
 * Deletes a link.
 * @returns the deleted link; undefined when the user has none with this id
 */
export function deleteFeedLink(db: Db, userId: string, id: string): Promise<FeedLinkRow | undefined> {
  return db.deleteFrom('feedLink').where('userId', '=', userId).where('id', '=', id).returningAll().executeTakeFirst()
}

/**
 * Records that a link was read, with a hash of its content.
 * @returns when the content last changed
 */
export async function noteRead(db: Db, link: FeedLinkRow, contentHash: string, now: Date): Promise<Date> {
  const isRecent = link.lastReadAt !== null && now.getTime() - link.lastReadAt.getTime() < LAST_READ_PRECISION_MS
  if (isRecent && link.contentHash === contentHash) return link.changedAt
  const row = await db
    .updateTable('feedLink')
    .set({
      lastReadAt: now,
      contentHash,
      changedAt: sql<Date>`case when content_hash is distinct from ${contentHash} then ${now}::timestamptz else changed_at end`,
    })
    .where('id', '=', link.id)
    .returning('changedAt')
    .executeTakeFirst()
  return row?.changedAt ?? now
}
