import type { Selectable } from 'kysely'
import type { AttemptStatus } from '../../contract/notifications.ts'
import type { Db } from '../database/pool.ts'
import type { Database } from '../database/schema.ts'

export type ProviderPause = Selectable<Database['providerPause']>

/** A circuit: the provider's own, or, with `userId`, one user's at that provider. */
export type Circuit = { provider: string; userId: string | null }

/** Notes that a circuit is open; `since` stays that of the first call. */
export async function savePause(db: Db, circuit: Circuit, status: AttemptStatus, now: Date): Promise<void> {
  await db
    .insertInto('providerPause')
    .values({ ...circuit, status, since: now, triedAt: now })
    .onConflict((conflict) => conflict.constraint('provider_pause_key').doUpdateSet({ status, triedAt: now }))
    .execute()
}

export async function endPause(db: Db, { provider, userId }: Circuit): Promise<void> {
  await db.deleteFrom('providerPause').where('provider', '=', provider).where('userId', 'is not distinct from', userId).execute()
}

export async function endAllPauses(db: Db): Promise<void> {
  await db.deleteFrom('providerPause').execute()
}

/** Those that were found paused since then, for everyone or for one of these users. */
export function listPauses(db: Db, triedSince: Date, userIds: readonly string[]): Promise<ProviderPause[]> {
  return db
    .selectFrom('providerPause')
    .selectAll()
    .where('triedAt', '>=', triedSince)
    .where((eb) => eb.or([eb('userId', 'is', null), eb('userId', 'in', userIds)]))
    .execute()
}
