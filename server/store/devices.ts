import { type Selectable, sql } from 'kysely'
import type { DeviceDraft, GoneReason } from '../../contract/device.ts'
import type { AttemptStatus } from '../../contract/notifications.ts'
import type { Db, Tx } from '../database/pool.ts'
import type { Database } from '../database/schema.ts'
import { DEVICE_STALE_MS } from '../limits.ts'
import { newId } from './ids.ts'

export type DeviceRow = Selectable<Database['device']>

/** When something was last heard of a device; as {@link contactOf} says it. */
const contact = sql`greatest(refreshed_at, shown_at)`

/** When something was last heard of a device: it registered, or said that it had shown a push. */
export const contactOf = ({ refreshedAt, shownAt }: Pick<DeviceRow, 'refreshedAt' | 'shownAt'>): Date =>
  shownAt && shownAt > refreshedAt ? shownAt : refreshedAt

const addressOf = (draft: DeviceDraft): string => (draft.kind === 'webPush' ? draft.subscription.endpoint : draft.token)

/** A device without contact since then is stale: push first does not wait for it. */
export const staleBefore = (now: Date): Date => new Date(now.getTime() - DEVICE_STALE_MS)

/**
 * Registers a device or refreshes it. The same device key, or the same push address, is the same device: the user who
 * is signed in there now takes it over, and the previous one gets no more pushes there.
 */
export async function saveDevice(tx: Tx, userId: string, draft: DeviceDraft, now: Date): Promise<DeviceRow> {
  const address = addressOf(draft)
  // Tabs that register the same device at once take turns; always in this order, so that none waits for the other.
  for (const name of [address, `device key ${draft.deviceKey}`])
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
  await tx.deleteFrom('device').where('address', '=', address).where('deviceKey', '!=', draft.deviceKey).execute()
  // A device that changes hands is a new one to its new user: old deliveries and reports must not find it by its id.
  await tx.deleteFrom('device').where('deviceKey', '=', draft.deviceKey).where('userId', '!=', userId).execute()
  const values = {
    kind: draft.kind,
    address,
    subscription: draft.kind === 'webPush' ? JSON.stringify(draft.subscription) : null,
    userAgent: draft.userAgent,
    refreshedAt: now,
    ...{ deadAt: null, deadReason: null, deadDetail: null },
  }
  return tx
    .insertInto('device')
    .values({ id: newId(), userId, deviceKey: draft.deviceKey, createdAt: now, ...values })
    .onConflict((conflict) => conflict.column('deviceKey').doUpdateSet(values))
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * How many devices the user has that push still reaches, beside the one of this draft. The user's row is locked until the
 * transaction ends, so that two registrations at once cannot both take the last place; its key is not (`countFiltersLocked`).
 */
export async function countOtherDevicesLocked(tx: Tx, userId: string, draft: DeviceDraft): Promise<number> {
  await tx.selectFrom('userAccount').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
  const { count } = await tx
    .selectFrom('device')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .where('deadAt', 'is', null)
    .where('deviceKey', '!=', draft.deviceKey)
    .where('address', '!=', addressOf(draft))
    .executeTakeFirstOrThrow()
  return count
}

/** Notes which session has registered a device: logging it out deletes the device. */
export async function noteDeviceSession(tx: Tx, id: string, sessionId: string): Promise<void> {
  await tx.updateTable('device').set({ sessionId }).where('id', '=', id).execute()
}

/** Drops the user's oldest gone devices, beyond the newest `keep`. */
export async function deleteSurplusGoneDevices(tx: Tx, userId: string, keep: number): Promise<void> {
  await sql`
    delete from device where id in (
      select id from device where user_id = ${userId} and dead_at is not null order by dead_at desc offset ${keep})`.execute(tx)
}

/** Whether a push service has said that this address is gone. */
export async function isAddressGone(tx: Tx, draft: DeviceDraft): Promise<boolean> {
  const row = await tx
    .selectFrom('device')
    .select('id')
    .where('address', '=', addressOf(draft))
    .where('deadReason', '=', 'provider')
    .executeTakeFirst()
  return row !== undefined
}

/** All of a user's, those that are gone as well. */
export function listDevices(db: Db, userId: string): Promise<DeviceRow[]> {
  return db.selectFrom('device').selectAll().where('userId', '=', userId).orderBy('createdAt').orderBy('id').execute()
}

export async function listDevicesOf(db: Db, userIds: readonly string[]): Promise<DeviceRow[]> {
  return db
    .selectFrom('device')
    .selectAll()
    .where('userId', '=', sql<string>`any(${userIds}::uuid[])`)
    .where('deadAt', 'is', null)
    .execute()
}

/** One that is not gone. */
export function findDevice(db: Db, id: string): Promise<DeviceRow | undefined> {
  return db.selectFrom('device').selectAll().where('id', '=', id).where('deadAt', 'is', null).executeTakeFirst()
}

export async function loadDevices(db: Db, ids: readonly string[]): Promise<DeviceRow[]> {
  if (ids.length === 0) return []
  return db.selectFrom('device').selectAll().where('id', '=', sql<string>`any(${ids}::uuid[])`).execute()
}

export async function deleteDevice(db: Db, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('device').where('userId', '=', userId).where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

/** Why a device is gone; `detail`: what its push service answered. */
export type Gone = { reason: GoneReason; detail: string }

/** Sends nothing more there until it registers anew. */
export async function markDeviceDead(db: Db, id: string, at: Date, { reason, detail }: Gone): Promise<void> {
  await db
    .updateTable('device')
    .set({ deadAt: at, deadReason: reason, deadDetail: detail })
    .where('id', '=', id)
    .where('deadAt', 'is', null)
    .execute()
}

/** Sends there again: its push service was wrong to say that it is gone. */
export async function restoreDevice(db: Db, id: string): Promise<void> {
  await db
    .updateTable('device')
    .set({ deadAt: null, deadReason: null, deadDetail: null })
    .where('id', '=', id)
    .where('deadReason', '=', 'provider')
    .execute()
}

/** The browser may show nothing any more; the answer is the device's id, unless nothing was sent there anyway. */
export async function withdrawDevice(db: Db, userId: string, deviceKey: string, at: Date): Promise<string | undefined> {
  const row = await db
    .updateTable('device')
    .set({ deadAt: at, deadReason: 'permission', deadDetail: '' })
    .where('userId', '=', userId)
    .where('deviceKey', '=', deviceKey)
    .where('deadAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Gives up those that nothing was heard of since then. */
export async function endSilentDevices(db: Db, since: Date, now: Date): Promise<void> {
  await sql`
    update device set dead_at = ${now}, dead_reason = 'silence', dead_detail = ''
    where dead_at is null and ${contact} < ${since}`.execute(db)
}

/** Drops those that were gone before then. */
export async function deleteGoneDevices(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('device').where('deadAt', '<', before).execute()
}

/** Notes with devices what was reported of deliveries to them; a report that is repeated moves nothing. */
export async function noteShown(tx: Tx, userId: string, deliveryIds: readonly string[]): Promise<void> {
  await sql`
    update device set shown_at = greatest(device.shown_at, told.shown_at)
    from (select target, max(shown_at) as shown_at from delivery
      where id = any(${deliveryIds}::uuid[]) and channel = 'webPush' group by target) as told
    where device.user_id = ${userId} and device.id = told.target::uuid`.execute(tx)
}

/** Begins a test: what is reported of the one before it is of no interest any more. */
export async function startDeviceTest(db: Db, id: string, testId: string, at: Date): Promise<void> {
  await db
    .updateTable('device')
    .set({ testId, testAt: at, testStatus: null, testDetail: null, testShownAt: null })
    .where('id', '=', id)
    .execute()
}

/** What its push service answered to a test. */
export async function noteTestAnswer(
  db: Db,
  testId: string,
  { status, detail }: { status: AttemptStatus; detail: string },
): Promise<void> {
  await db.updateTable('device').set({ testStatus: status, testDetail: detail }).where('testId', '=', testId).execute()
}

/** A device of the user's has shown its last test; the answer is its id, undefined when no such test is known. Only the first report counts. */
export async function markTestShown(db: Db, userId: string, testId: string, at: Date): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    update device set test_shown_at = coalesce(test_shown_at, ${at}),
      shown_at = greatest(shown_at, coalesce(test_shown_at, ${at}))
    where user_id = ${userId} and test_id = ${testId}::uuid returning id`.execute(db)
  return rows[0]?.id
}
