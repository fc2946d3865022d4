import { createHash } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import type { Locale } from '../../contract/primitives.ts'
import type { Db, Tx } from '../database/pool.ts'
import type { Database } from '../database/schema.ts'
import { deleteOldest } from './deleteOldest.ts'
import { newId } from './ids.ts'
import { logOutSessions } from './sessions.ts'

export type UserRow = Selectable<Database['userAccount']>

/** A user's profile in the token of the identity provider. */
export type IdentityProfile = {
  /** `issuer|subject`. */
  identity: string
  name: string
  email: string
  /** Whether the provider has verified the address. */
  emailVerified: boolean
  avatar: string
  isAnonymous: boolean
}

export async function isKnownIdentity(db: Db, identity: string): Promise<boolean> {
  return (await db.selectFrom('userAccount').select('id').where('identity', '=', identity).executeTakeFirst()) !== undefined
}

/**
 * The user of an identity, created on the first sign-in. When a guest is upgraded, the account's profile replaces the guest's,
 * except a name that the user entered.
 */
export async function saveIdentity(db: Db, profile: IdentityProfile, locale: Locale | undefined, now: Date): Promise<UserRow> {
  return db
    .insertInto('userAccount')
    .values({ id: newId(), ...profile, ...(locale ? { locale } : {}), lastSeenAt: now })
    .onConflict((conflict) =>
      conflict.column('identity').doUpdateSet((eb) => ({
        email: profile.email,
        emailVerified: profile.emailVerified,
        isAnonymous: profile.isAnonymous,
        avatar: profile.avatar,
        lastSeenAt: now,
        name: eb.case().when('userAccount.name', '=', '').then(profile.name).else(eb.ref('userAccount.name')).end(),
      })),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}

export function findUser(db: Db, id: string): Promise<UserRow | undefined> {
  return db.selectFrom('userAccount').selectAll().where('id', '=', id).executeTakeFirst()
}

export function findUsers(db: Db, ids: readonly string[]): Promise<UserRow[]> {
  return db.selectFrom('userAccount').selectAll().where('id', '=', sql<string>`any(${ids}::uuid[])`).execute()
}

export function changeUser(
  db: Db,
  id: string,
  change: { name?: string | undefined; locale?: Locale | undefined; timeZone?: string | undefined },
): Promise<UserRow> {
  return db
    .updateTable('userAccount')
    .set((eb) => ({ id: eb.ref('id'), ...change }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * Deletes guests not seen since `seenBefore`, with all their data.
 * @returns how many, at most `limit`
 */
export async function deleteIdleGuests(tx: Tx, seenBefore: Date, limit: number): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select id from user_account where is_anonymous and last_seen_at < ${seenBefore} order by last_seen_at limit ${limit}
    for update skip locked`.execute(tx)
  await eraseUsers(
    tx,
    rows.map(({ id }) => id),
  )
  return rows.length
}

/**
 * Records that an identity's account was erased, so that an older sign-in does not restore it. Locks the identity: exchanges of
 * its tokens wait until the transaction ends.
 */
export async function noteErased(tx: Tx, identity: string, now: Date): Promise<void> {
  await lockIdentity(tx, identity)
  await tx
    .insertInto('erasedIdentity')
    .values({ identityHash: hashIdentity(identity), erasedAt: now })
    .onConflict((conflict) => conflict.column('identityHash').doUpdateSet({ erasedAt: now }))
    .execute()
}

/**
 * Whether the identity's account was erased after that sign-in. Locks the identity: erasing it waits until the transaction ends.
 */
export async function isErasedSince(tx: Tx, identity: string, signedInAt: Date): Promise<boolean> {
  await lockIdentity(tx, identity)
  const row = await tx
    .selectFrom('erasedIdentity')
    .select('erasedAt')
    .where('identityHash', '=', hashIdentity(identity))
    .executeTakeFirst()
  return row !== undefined && row.erasedAt >= signedInAt
}

/** Deletes records of erasures before `before`. @returns whether there may be more */
export function deleteOldErasures(db: Db, before: Date): Promise<boolean> {
  return deleteOldest(db, 'erased_identity', { key: sql`erased_at`, isOld: sql`erased_at < ${before}` })
}

async function lockIdentity(tx: Tx, identity: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`identity ${identity}`}, 0))`.execute(tx)
}

const hashIdentity = (identity: string) => createHash('sha256').update(identity).digest()

/** Foreign keys delete every row of the users. Log rows contain only ids and are deleted by age. */
export async function eraseUsers(tx: Tx, ids: readonly string[]): Promise<void> {
  const isTheirs = sql`any(${ids}::uuid[])`
  // Locked first, against deadlocks: a concurrent write of these users holds this key and may wait for one of the rows below.
  await sql`select from user_account where id = ${isTheirs} order by id for update`.execute(tx)
  // The matcher then removes their filters.
  await sql`insert into filter_change (filter_id) select id from filter where user_id = ${isTheirs}`.execute(tx)
  await logOutSessions(tx, sql`user_id = ${isTheirs}`)
  await sql`delete from user_account where id = ${isTheirs}`.execute(tx)
}
