import type { Selectable } from 'kysely'
import { HOUR_MS } from '../../contract/time.ts'
import type { Db } from '../database/pool.ts'
import type { Database } from '../database/schema.ts'
import type { UserRow } from './users.ts'

export type SessionRow = Selectable<Database['session']>

/** How stale "last seen" may get before a call writes it anew. */
const LAST_SEEN_PRECISION_MS = HOUR_MS

export async function insertSession(db: Db, session: Pick<SessionRow, 'id' | 'userId' | 'tokenHash' | 'device' | 'expiresAt'>) {
  await db.insertInto('session').values(session).execute()
}

/** The running session with this token's hash and its user; nothing when it is unknown, ended or expired. */
export async function findSession(
  db: Db,
  tokenHash: Buffer,
  now: Date,
): Promise<{ session: SessionRow; user: UserRow } | undefined> {
  // Every call begins with this: one statement for both.
  const row = await db
    .selectFrom('session')
    .innerJoin('userAccount', 'userAccount.id', 'session.userId')
    .selectAll('userAccount')
    .select([
      'session.id as sessionId',
      'session.device',
      'session.createdAt as sessionCreatedAt',
      'session.lastSeenAt',
      'session.expiresAt',
    ])
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  if (!row) return undefined
  const { sessionId, device, sessionCreatedAt, lastSeenAt, expiresAt, ...user } = row
  const session = { id: sessionId, userId: user.id, tokenHash, device, createdAt: sessionCreatedAt, lastSeenAt, expiresAt }
  return { session, user }
}

/** Moves the idle limit; written at most once an hour. */
export async function touchSession(db: Db, session: SessionRow, now: Date, expiresAt: Date): Promise<void> {
  if (now.getTime() - session.lastSeenAt.getTime() < LAST_SEEN_PRECISION_MS) return
  await db.updateTable('session').set({ lastSeenAt: now, expiresAt }).where('id', '=', session.id).execute()
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

/** Whether there was such a session of this user. */
export async function deleteSession(db: Db, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('session').where('userId', '=', userId).where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

export async function deleteExpiredSessions(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('session').where('expiresAt', '<', now).execute()
}
