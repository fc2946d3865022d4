import type { Selectable } from 'kysely'
import type { AttemptStatus } from '../../contract/notifications.ts'
import type { Db } from '../database/pool.ts'
import type { Database } from '../database/schema.ts'

export type ProviderPause = Selectable<Database['providerPause']>

/** The circuit of a provider, or with `userId` one user's circuit at that provider. */
export type Circuit = { provider: string; userId: string | null }

/** Records that a circuit is open; `since` keeps the time of the first call. */
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

/** Pauses recorded since `triedSince` that apply to all users or to one of these. */
export function listPauses(db: Db, triedSince: Date, userIds: readonly string[]): Promise<ProviderPause[]> {
  return db
    .selectFrom('providerPause')
    .selectAll()
    .where('triedAt', '>=', triedSince)
    .where((eb) => eb.or([eb('userId', 'is', null), eb('userId', 'in', userIds)]))
    .execute()
}
