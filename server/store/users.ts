import { type Selectable, sql } from 'kysely'
import type { Locale } from '../../contract/primitives.ts'
import type { Db } from '../database/pool.ts'
import type { Database } from '../database/schema.ts'
import { newId } from './ids.ts'

export type UserRow = Selectable<Database['userAccount']>

/** What an identity provider's token says of someone. */
export type IdentityProfile = {
  /** `issuer|subject`. */
  identity: string
  name: string
  email: string
  /** That the provider has seen a mail arrive there. */
  emailVerified: boolean
  avatar: string
  isAnonymous: boolean
}

/** The user behind an identity, made on first sight. A guest who was upgraded takes over the profile; an own name stays. */
export async function saveIdentity(db: Db, profile: IdentityProfile, locale: Locale | undefined): Promise<UserRow> {
  return db
    .insertInto('userAccount')
    .values({ id: newId(), ...profile, ...(locale ? { locale } : {}) })
    .onConflict((conflict) =>
      conflict.column('identity').doUpdateSet((eb) => ({
        email: profile.email,
        emailVerified: profile.emailVerified,
        isAnonymous: profile.isAnonymous,
        avatar: profile.avatar,
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

/** Every row of the user goes with it, by the foreign keys. The log rows carry ids only and are dropped by age. */
export async function eraseUser(db: Db, id: string): Promise<void> {
  await db.deleteFrom('userAccount').where('id', '=', id).execute()
}
