import { type Selectable, sql } from 'kysely'
import type { EventKind } from '../../contract/match.ts'
import type { AttemptStatus, Channel, Delivery, DeliveryStatus } from '../../contract/notifications.ts'
import type { Db, Tx } from '../database/pool.ts'
import type { Database } from '../database/schema.ts'
import { newId } from './ids.ts'

export type DeliveryRow = Selectable<Database['delivery']>
type AttemptRow = Selectable<Database['deliveryAttempt']>

export type DeliveryDraft = {
  userId: string
  matchId: string
  filterIds: readonly string[]
  event: EventKind
  occurrence: string
  channel: Channel
  target: string
  targetLabel: string
  dueAt: Date
  expiresAt: Date
}

/**
 * Saves deliveries that do not exist yet; the answer holds these alone. The alert key (match, event, occurrence,
 * channel, target) is unique, so that whatever is repeated after a crash is told once.
 */
export async function saveDeliveries(
  tx: Tx,
  drafts: readonly DeliveryDraft[],
  now: Date,
): Promise<Pick<DeliveryRow, 'id' | 'userId' | 'channel' | 'target' | 'dueAt'>[]> {
  if (drafts.length === 0) return []
  const { rows } = await sql<Pick<DeliveryRow, 'id' | 'userId' | 'channel' | 'target' | 'dueAt'>>`
    insert into delivery (id, user_id, match_id, filter_ids, event, occurrence, channel, target, target_label, status, queued_at, due_at, expires_at)
    select id, user_id, match_id, string_to_array(filter_ids, ',')::uuid[], event, occurrence, channel, target, target_label,
      case when due_at > ${now} then 'held' else 'waiting' end, ${now}, due_at, expires_at
    from unnest(
      ${drafts.map(() => newId())}::uuid[],
      ${drafts.map((draft) => draft.userId)}::uuid[],
      ${drafts.map((draft) => draft.matchId)}::uuid[],
      ${drafts.map((draft) => draft.filterIds.join(','))}::text[],
      ${drafts.map((draft) => draft.event)}::text[],
      ${drafts.map((draft) => draft.occurrence)}::text[],
      ${drafts.map((draft) => draft.channel)}::text[],
      ${drafts.map((draft) => draft.target)}::text[],
      ${drafts.map((draft) => draft.targetLabel)}::text[],
      ${drafts.map((draft) => draft.dueAt)}::timestamptz[],
      ${drafts.map((draft) => draft.expiresAt)}::timestamptz[]
    ) as draft (id, user_id, match_id, filter_ids, event, occurrence, channel, target, target_label, due_at, expires_at)
    on conflict do nothing returning id, user_id, channel, target, due_at`.execute(tx)
  return rows
}

/** Claims a delivery that is due for sending. Nothing when it is done with, or put off until later. */
export async function claimDelivery(db: Db, id: string, now: Date): Promise<DeliveryRow | undefined> {
  return db
    .updateTable('delivery')
    .set({ status: 'sending' })
    .where('id', '=', id)
    .where((eb) =>
      eb.or([
        eb.and([eb('status', 'in', ['waiting', 'held']), eb('dueAt', '<=', now)]),
        // Left behind by a sender that was killed: whether it was sent nobody knows, so it is sent.
        eb('status', '=', 'sending'),
      ]),
    )
    .returningAll()
    .executeTakeFirst()
}

/** Deliveries to one target that wait for the same moment: what a digest puts into one message. */
export async function claimDigest(db: Db, row: DeliveryRow, now: Date, limit: number): Promise<DeliveryRow[]> {
  const { rows } = await sql<DeliveryRow>`
    update delivery set status = 'sending' where id in (
      select id from delivery where user_id = ${row.userId} and channel = ${row.channel} and target = ${row.target}
        and status in ('held', 'waiting') and due_at <= ${now} and expires_at > ${now} and id <> ${row.id}
      order by queued_at limit ${limit} for update skip locked)
    returning *`.execute(db)
  return rows
}

export async function setDeliveryStatus(db: Db, ids: readonly string[], status: DeliveryStatus, at: Date): Promise<void> {
  await db
    .updateTable('delivery')
    .set(status === 'accepted' ? { status, acceptedAt: at } : { status })
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
}

/** Puts a delivery off; it is due again at `dueAt`. */
export async function postponeDelivery(db: Db, id: string, status: 'waiting' | 'held', dueAt: Date): Promise<void> {
  await db.updateTable('delivery').set({ status, dueAt }).where('id', '=', id).execute()
}

export async function insertAttempt(
  db: Db,
  attempt: { deliveryId: string; at: Date; status: AttemptStatus; ms: number; detail: string },
): Promise<void> {
  await db
    .insertInto('deliveryAttempt')
    .values(attempt)
    // Two tries within a microsecond happen with a hand-moved clock only.
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function countAttempts(db: Db, deliveryId: string): Promise<number> {
  const { count } = await db
    .selectFrom('deliveryAttempt')
    .select(sql<number>`count(*)`.as('count'))
    .where('deliveryId', '=', deliveryId)
    .executeTakeFirstOrThrow()
  return count
}

/** Alerts of a user that were accepted since then, over all channels. */
export async function countAcceptedSince(db: Db, userId: string, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('delivery')
    .select(sql<number>`count(*)`.as('count'))
    .where('userId', '=', userId)
    .where('acceptedAt', '>', since)
    .executeTakeFirstOrThrow()
  return count
}

/** Notes what the worker reports; a report that comes late or twice changes nothing that is further on. */
export async function markDelivery(db: Db, userId: string, id: string, step: 'shown' | 'opened', at: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('delivery')
    .set((eb) =>
      step === 'shown'
        ? {
            shownAt: eb.fn.coalesce('shownAt', sql<Date>`${at}::timestamptz`),
            status: sql<DeliveryStatus>`case when status = 'opened' then status else 'shown' end`,
          }
        : {
            shownAt: eb.fn.coalesce('shownAt', sql<Date>`${at}::timestamptz`),
            openedAt: eb.fn.coalesce('openedAt', sql<Date>`${at}::timestamptz`),
            status: sql<DeliveryStatus>`'opened'`,
          },
    )
    .where('userId', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export type DeliveryQuery = {
  match?: string | undefined
  filter?: string | undefined
  status?: DeliveryStatus | undefined
  limit: number
  after?: { queuedAt: string; id: string } | undefined
}

/** A page of the ledger, newest first. */
export async function listDeliveries(
  db: Db,
  userId: string,
  query: DeliveryQuery,
): Promise<{ items: Delivery[]; after: { queuedAt: string; id: string } | null }> {
  const { rows } = await sql<DeliveryRow>`
    select * from delivery where user_id = ${userId}
      ${query.match ? sql`and match_id = ${query.match}` : sql``}
      ${query.filter ? sql`and ${query.filter}::uuid = any(filter_ids)` : sql``}
      ${query.status ? sql`and status = ${query.status}` : sql``}
      ${query.after ? sql`and (queued_at, id) < (${query.after.queuedAt}::timestamptz, ${query.after.id}::uuid)` : sql``}
    order by queued_at desc, id desc limit ${query.limit + 1}`.execute(db)
  const page = rows.slice(0, query.limit)
  const last = page.at(-1)
  return {
    items: await withAttempts(db, page),
    after: rows.length > query.limit && last ? { queuedAt: last.queuedAt.toISOString(), id: last.id } : null,
  }
}

export async function findDelivery(db: Db, id: string): Promise<Delivery | undefined> {
  const row = await db.selectFrom('delivery').selectAll().where('id', '=', id).executeTakeFirst()
  return row && (await withAttempts(db, [row]))[0]
}

async function withAttempts(db: Db, rows: readonly DeliveryRow[]): Promise<Delivery[]> {
  const attempts = await db
    .selectFrom('deliveryAttempt')
    .selectAll()
    .where('deliveryId', '=', sql<string>`any(${rows.map((row) => row.id)}::uuid[])`)
    .orderBy('at')
    .execute()
  const attemptsOf = Map.groupBy(attempts, (attempt) => attempt.deliveryId)
  return rows.map((row) => toDelivery(row, attemptsOf.get(row.id) ?? []))
}

function toDelivery(row: DeliveryRow, attempts: readonly AttemptRow[]): Delivery {
  return {
    id: row.id,
    matchId: row.matchId,
    filterIds: row.filterIds,
    event: row.event,
    channel: row.channel,
    target: row.targetLabel,
    status: row.status,
    attempts: attempts.map(({ at, status, ms, detail }) => ({ at: at.toISOString(), status, ms, detail })),
    queuedAt: row.queuedAt.toISOString(),
    ...(row.acceptedAt ? { acceptedAt: row.acceptedAt.toISOString() } : {}),
    ...(row.shownAt ? { shownAt: row.shownAt.toISOString() } : {}),
    ...(row.openedAt ? { openedAt: row.openedAt.toISOString() } : {}),
  }
}
