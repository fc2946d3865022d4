import type { Selectable } from 'kysely'
import type { AttemptStatus } from '../../contract/notifications.ts'
import type { Db } from '../database/pool.ts'
import type { Database } from '../database/schema.ts'

export type ProviderPause = Selectable<Database['providerPause']>

/** Notes that a provider takes nothing, or still does not; since when stays. */
export async function savePause(db: Db, provider: string, status: AttemptStatus, now: Date): Promise<void> {
  await db
    .insertInto('providerPause')
    .values({ provider, status, since: now, triedAt: now })
    .onConflict((conflict) => conflict.column('provider').doUpdateSet({ status, triedAt: now }))
    .execute()
}

export async function endPause(db: Db, provider: string): Promise<void> {
  await db.deleteFrom('providerPause').where('provider', '=', provider).execute()
}

export async function endAllPauses(db: Db): Promise<void> {
  await db.deleteFrom('providerPause').execute()
}

/** Those that were found paused since then. */
export function listPauses(db: Db, triedSince: Date): Promise<ProviderPause[]> {
  return db.selectFrom('providerPause').selectAll().where('triedAt', '>=', triedSince).execute()
}
