import { type RawBuilder, type Selectable, sql } from 'kysely'
import { HOUR_MS } from '../../contract/time.ts'
import type { Db, Tx } from '../database/pool.ts'
import type { Database } from '../database/schema.ts'
import { deleteOldest } from './deleteOldest.ts'

export type SessionRow = Selectable<Database['session']>
type UserRow = Selectable<Database['userAccount']>

/** How old "last seen" may get before a call updates it. */
const LAST_SEEN_PRECISION_MS = HOUR_MS

/** Inserts a session. Beyond `max`, the user's least recently used sessions end. */
export async function insertSession(
  db: Db,
  session: Pick<SessionRow, 'id' | 'userId' | 'tokenHash' | 'device' | 'expiresAt' | 'createdAt' | 'signedInAt'>,
  max: number,
): Promise<void> {
  await db
    .insertInto('session')
    .values({ ...session, lastSeenAt: session.createdAt, verifiedAt: session.createdAt })
    .execute()
  await endSessions(
    db,
    sql`id in (
      select id from session where user_id = ${session.userId} and id <> ${session.id}
      order by last_seen_at desc, created_at desc offset ${max - 1})`,
  )
}

/** The active session with this token hash and its user; undefined when unknown, ended or expired. */
export async function findSession(
  db: Db,
  tokenHash: Buffer,
  now: Date,
): Promise<{ session: SessionRow; user: UserRow } | undefined> {
  // Every call begins with this, hence one statement for both.
  const row = await db
    .selectFrom('session')
    .innerJoin('userAccount', 'userAccount.id', 'session.userId')
    .selectAll('userAccount')
    .select([
      'session.id as sessionId',
      'session.device',
      'session.createdAt as sessionCreatedAt',
      'session.lastSeenAt as sessionLastSeenAt',
      'session.expiresAt',
      'session.signedInAt',
      'session.verifiedAt',
    ])
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  if (!row) return undefined
  const { sessionId, device, sessionCreatedAt, sessionLastSeenAt, expiresAt, signedInAt, verifiedAt, ...user } = row
  const times = { createdAt: sessionCreatedAt, lastSeenAt: sessionLastSeenAt, expiresAt, signedInAt, verifiedAt }
  const session = { id: sessionId, userId: user.id, tokenHash, device, ...times }
  return { session, user }
}

/** Those of these sessions that have not ended or expired. */
export async function loadSessions(db: Db, ids: readonly string[], now: Date): Promise<SessionRow[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('session')
    .selectAll()
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('expiresAt', '>', now)
    .execute()
}

/**
 * Extends the idle limit of sessions and records that their users were seen, at most once an hour.
 * @param endOf when a session ends that is used now and not again
 */
export async function touchSessions(
  db: Db,
  sessions: readonly SessionRow[],
  now: Date,
  endOf: (createdAt: Date, now: Date) => Date,
): Promise<void> {
  const idle = sessions.filter(({ lastSeenAt }) => now.getTime() - lastSeenAt.getTime() >= LAST_SEEN_PRECISION_MS)
  if (idle.length === 0) return
  await sql`
    update session set last_seen_at = ${now}, expires_at = used.expires_at
    from unnest(
      ${idle.map(({ id }) => id)}::uuid[],
      ${idle.map(({ createdAt }) => endOf(createdAt, now))}::timestamptz[]) as used (id, expires_at)
    where session.id = used.id`.execute(db)
  await sql`
    update user_account set last_seen_at = ${now} where id = any(${idle.map(({ userId }) => userId)}::uuid[])`.execute(db)
}

export function listSessions(db: Db, userId: string, now: Date): Promise<SessionRow[]> {
  return db
    .selectFrom('session')
    .selectAll()
    .where('userId', '=', userId)
    .where('expiresAt', '>', now)
    .orderBy('lastSeenAt', 'desc')
    .execute()
}

/**
 * Logs a session out and deletes its devices.
 * @returns whether the user had such a session
 */
export async function deleteSession(db: Db, userId: string, id: string): Promise<boolean> {
  return (await logOutSessions(db, sql`user_id = ${userId} and id = ${id}`)) > 0
}

/**
 * Logs out sessions of a user except the present one, deletes their devices, and records their sign-ins, with which the app
 * would otherwise open new sessions there.
 * @param id one session; when absent, all except the present one
 * @returns how many ended
 */
export async function endOtherSessions(tx: Tx, userId: string, present: SessionRow, id?: string): Promise<number> {
  const condition = id === undefined ? sql`user_id = ${userId} and id <> ${present.id}` : sql`user_id = ${userId} and id = ${id}`
  await sql`
    insert into ended_sign_in (user_id, signed_in_at)
    select distinct user_id, signed_in_at from session where ${condition} and signed_in_at <> ${present.signedInAt}
    on conflict do nothing`.execute(tx)
  return logOutSessions(tx, condition)
}

/** Whether the session of this sign-in was ended from another browser. */
export async function isSignInEnded(tx: Tx, userId: string, signedInAt: Date): Promise<boolean> {
  const row = await tx
    .selectFrom('endedSignIn')
    .select('userId')
    .where('userId', '=', userId)
    .where('signedInAt', '=', signedInAt)
    .executeTakeFirst()
  return row !== undefined
}

/** Ends a session and moves its devices to another one of the same user. */
export async function replaceSession(db: Db, userId: string, { from, to }: { from: string; to: string }): Promise<void> {
  await db.updateTable('device').set({ sessionId: to }).where('userId', '=', userId).where('sessionId', '=', from).execute()
  await endSessions(db, sql`user_id = ${userId} and id = ${from}`)
}

/** A session to be checked with the identity provider, with its user's identity. */
export type SessionToVerify = { id: string; identity: string; signedInAt: Date }

/** Sessions last verified before `before`, least recently verified first. */
export async function listSessionsToVerify(db: Db, before: Date, now: Date, limit: number): Promise<SessionToVerify[]> {
  return db
    .selectFrom('session')
    .innerJoin('userAccount', 'userAccount.id', 'session.userId')
    .select(['session.id', 'userAccount.identity', 'session.signedInAt'])
    .where('verifiedAt', '<', before)
    .where('expiresAt', '>', now)
    .orderBy('verifiedAt')
    .limit(limit)
    .execute()
}

/** Records the sessions that the provider has confirmed and logs the others out. */
export async function noteVerified(tx: Tx, valid: readonly string[], invalid: readonly string[], now: Date): Promise<void> {
  await sql`update session set verified_at = ${now} where id = any(${valid}::uuid[])`.execute(tx)
  await logOutSessions(tx, sql`id = any(${invalid}::uuid[])`)
}

/** Ends sessions and deletes the devices that they registered. @returns how many ended */
export async function logOutSessions(db: Db, condition: RawBuilder<unknown>): Promise<number> {
  await sql`delete from device where session_id in (select id from session where ${condition})`.execute(db)
  return endSessions(db, condition)
}

/** Deletes sessions and writes a user event for each, which closes their event streams. @returns how many ended */
async function endSessions(db: Db, condition: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows } = await sql`
    with ended as (delete from session where ${condition} returning id, user_id)
    insert into user_event (user_id, kind, subject) select user_id, 'session', id from ended`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** @returns whether there may be more */
export function deleteExpiredSessions(db: Db, now: Date): Promise<boolean> {
  return deleteOldest(db, 'session', { key: sql`expires_at`, isOld: sql`expires_at < ${now}` })
}

/** Deletes the records of sign-ins that were ended before `before`. @returns whether there may be more */
export function deleteOldSignIns(db: Db, before: Date): Promise<boolean> {
  return deleteOldest(db, 'ended_sign_in', { key: sql`ended_at`, isOld: sql`ended_at < ${before}` })
}
