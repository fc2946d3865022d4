import { type Selectable, sql } from 'kysely'
import type { DeviceDraft, GoneReason } from '../../contract/device.ts'
import type { AttemptStatus } from '../../contract/notifications.ts'
import type { Db, Tx } from '../database/pool.ts'
import type { Database } from '../database/schema.ts'
import { DEVICE_STALE_MS } from '../limits.ts'
import { deleteOldest } from './deleteOldest.ts'
import { newId } from './ids.ts'

export type DeviceRow = Selectable<Database['device']>

/** SQL equivalent of {@link contactOf}. */
const contact = sql`greatest(refreshed_at, shown_at)`

/** The last contact with a device: it registered, or reported a push as shown. */
export const contactOf = ({ refreshedAt, shownAt }: Pick<DeviceRow, 'refreshedAt' | 'shownAt'>): Date =>
  shownAt && shownAt > refreshedAt ? shownAt : refreshedAt

const addressOf = (draft: DeviceDraft): string => (draft.kind === 'webPush' ? draft.subscription.endpoint : draft.token)

/** A device without contact since then is stale: push first does not wait for it. */
export const staleBefore = (now: Date): Date => new Date(now.getTime() - DEVICE_STALE_MS)

/**
 * Registers or refreshes a device. The same device key or push address is the same device: the user signed in there now takes it
 * over, and the previous one gets no more pushes there.
 */
export async function saveDevice(tx: Tx, userId: string, draft: DeviceDraft, now: Date): Promise<DeviceRow> {
  const address = addressOf(draft)
  // Serializes tabs that register the same device. Always in this order, so that they cannot deadlock.
  for (const name of [address, `device key ${draft.deviceKey}`])
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
  await tx.deleteFrom('device').where('address', '=', address).where('deviceKey', '!=', draft.deviceKey).execute()
  // For its new user it is a new device: old deliveries and reports must not find it by its id.
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
 * The number of the user's reachable devices other than the draft's. Locks the user's row until the transaction ends, so that
 * two concurrent registrations cannot both take the last place. It does not lock the key (see `countFiltersLocked`).
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

/** Records which session registered a device: ending the session deletes the device. */
export async function noteDeviceSession(tx: Tx, id: string, sessionId: string): Promise<void> {
  await tx.updateTable('device').set({ sessionId }).where('id', '=', id).execute()
}

/** Deletes the user's oldest gone devices beyond the newest `keep`. */
export async function deleteSurplusGoneDevices(tx: Tx, userId: string, keep: number): Promise<void> {
  await sql`
    delete from device where id in (
      select id from device where user_id = ${userId} and dead_at is not null order by dead_at desc offset ${keep})`.execute(tx)
}

/** Whether a push service reported this address as gone. */
export async function isAddressGone(tx: Tx, draft: DeviceDraft): Promise<boolean> {
  const row = await tx
    .selectFrom('device')
    .select('id')
    .where('address', '=', addressOf(draft))
    .where('deadReason', '=', 'provider')
    .executeTakeFirst()
  return row !== undefined
}

/** All devices of a user, including gone ones. */
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

/** A device that is not gone. */
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

/** Why a device is gone. `detail`: the answer of its push service. */
export type Gone = { reason: GoneReason; detail: string }

/** Disables a device until it registers again. */
export async function markDeviceDead(db: Db, id: string, at: Date, { reason, detail }: Gone): Promise<void> {
  await db
    .updateTable('device')
    .set({ deadAt: at, deadReason: reason, deadDetail: detail })
    .where('id', '=', id)
    .where('deadAt', 'is', null)
    .execute()
}

/** Enables a device again that its push service wrongly reported as gone. */
export async function restoreDevice(db: Db, id: string): Promise<void> {
  await db
    .updateTable('device')
    .set({ deadAt: null, deadReason: null, deadDetail: null })
    .where('id', '=', id)
    .where('deadReason', '=', 'provider')
    .execute()
}

/**
 * Records that the browser may no longer show notifications.
 * @returns the device's id; undefined if it was gone already
 */
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

/** Marks devices without contact since `since` as gone. */
export async function endSilentDevices(db: Db, since: Date, now: Date): Promise<void> {
  await sql`
    update device set dead_at = ${now}, dead_reason = 'silence', dead_detail = ''
    where dead_at is null and ${contact} < ${since}`.execute(db)
}

/** Deletes devices that were gone before `before`. @returns whether there may be more */
export function deleteGoneDevices(db: Db, before: Date): Promise<boolean> {
  return deleteOldest(db, 'device', { key: sql`dead_at`, isOld: sql`dead_at < ${before}` })
}

/** Records on devices that deliveries were shown. Repeated reports change nothing. */
export async function noteShown(tx: Tx, userId: string, deliveryIds: readonly string[]): Promise<void> {
  await sql`
    update device set shown_at = greatest(device.shown_at, report.shown_at)
    from (select target, max(shown_at) as shown_at from delivery
      where id = any(${deliveryIds}::uuid[]) and channel = 'webPush' group by target) as report
    where device.user_id = ${userId} and device.id = report.target::uuid`.execute(tx)
}

/** Starts a test; later reports about the previous test are ignored. */
export async function startDeviceTest(db: Db, id: string, testId: string, at: Date): Promise<void> {
  await db
    .updateTable('device')
    .set({ testId, testAt: at, testStatus: null, testDetail: null, testShownAt: null })
    .where('id', '=', id)
    .execute()
}

/** Records the push service's answer to a test. */
export async function noteTestAnswer(
  db: Db,
  testId: string,
  { status, detail }: { status: AttemptStatus; detail: string },
): Promise<void> {
  await db.updateTable('device').set({ testStatus: status, testDetail: detail }).where('testId', '=', testId).execute()
}

/**
 * Records that a device has shown its last test; only the first report counts.
 * @returns the device's id; undefined when there is no such test
 */
export async function markTestShown(db: Db, userId: string, testId: string, at: Date): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    update device set test_shown_at = coalesce(test_shown_at, ${at}),
      shown_at = greatest(shown_at, coalesce(test_shown_at, ${at}))
    where user_id = ${userId} and test_id = ${testId}::uuid returning id`.execute(db)
  return rows[0]?.id
}
