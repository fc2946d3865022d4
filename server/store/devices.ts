import { type Selectable, sql } from 'kysely'
import type { Device, DeviceDraft } from '../../contract/device.ts'
import type { Db, Tx } from '../database/pool.ts'
import type { Database } from '../database/schema.ts'
import { newId } from './ids.ts'

export type DeviceRow = Selectable<Database['device']>

/**
 * Registers a device or refreshes it. The same device key, or the same push address, is the same device: whoever is
 * signed in there now takes it over, and whoever was is told nothing there any more.
 */
export async function saveDevice(tx: Tx, userId: string, draft: DeviceDraft, now: Date): Promise<DeviceRow> {
  const address = draft.kind === 'webPush' ? draft.subscription.endpoint : draft.token
  // Tabs that register the same address at once take turns.
  await sql`select pg_advisory_xact_lock(hashtextextended(${address}, 0))`.execute(tx)
  await tx.deleteFrom('device').where('address', '=', address).where('deviceKey', '!=', draft.deviceKey).execute()
  const values = {
    userId,
    kind: draft.kind,
    address,
    subscription: draft.kind === 'webPush' ? JSON.stringify(draft.subscription) : null,
    userAgent: draft.userAgent,
    refreshedAt: now,
    deadAt: null,
  }
  return tx
    .insertInto('device')
    .values({ id: newId(), deviceKey: draft.deviceKey, ...values })
    .onConflict((conflict) =>
      conflict.column('deviceKey').doUpdateSet((eb) => ({
        ...values,
        // A device that changes hands is a new one to its new user: old deliveries must not find it by its id.
        id: eb.case().when('device.userId', '=', userId).then(eb.ref('device.id')).else(eb.ref('excluded.id')).end(),
      })),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}

export function listDevices(db: Db, userId: string): Promise<DeviceRow[]> {
  return db
    .selectFrom('device')
    .selectAll()
    .where('userId', '=', userId)
    .where('deadAt', 'is', null)
    .orderBy('createdAt')
    .execute()
}

export async function listDevicesOf(db: Db, userIds: readonly string[]): Promise<DeviceRow[]> {
  return db
    .selectFrom('device')
    .selectAll()
    .where('userId', '=', sql<string>`any(${userIds}::uuid[])`)
    .where('deadAt', 'is', null)
    .execute()
}

export function findDevice(db: Db, id: string): Promise<DeviceRow | undefined> {
  return db.selectFrom('device').selectAll().where('id', '=', id).where('deadAt', 'is', null).executeTakeFirst()
}

export async function deleteDevice(db: Db, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('device').where('userId', '=', userId).where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

/** Sends nothing more there until it registers anew. */
export async function markDeviceDead(db: Db, id: string, at: Date): Promise<void> {
  await db.updateTable('device').set({ deadAt: at }).where('id', '=', id).execute()
}

/** Sends there again: it was not dead. */
export async function reviveDevice(db: Db, id: string): Promise<void> {
  await db.updateTable('device').set({ deadAt: null }).where('id', '=', id).execute()
}

export function toDevice(row: DeviceRow): Device {
  return {
    id: row.id,
    kind: row.kind,
    deviceKey: row.deviceKey,
    userAgent: row.userAgent,
    createdAt: row.createdAt.toISOString(),
    refreshedAt: row.refreshedAt.toISOString(),
  }
}
