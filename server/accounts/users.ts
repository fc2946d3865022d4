import type { User } from '../../contract/user.ts'
import type { Db } from '../database/pool.ts'
import type { UserRow } from '../store/users.ts'
import { planOf } from './plans.ts'

/** A user as the app shows it. */
export async function toUser(db: Db, row: UserRow, now: Date): Promise<User> {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    avatar: row.avatar,
    isAnonymous: row.isAnonymous,
    locale: row.locale,
    timeZone: row.timeZone,
    createdAt: row.createdAt.toISOString(),
    plan: (await planOf(db, row.id, now)).id,
  }
}
