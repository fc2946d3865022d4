import { sql } from 'kysely'
import type { Db } from './pool.ts'

const TIMEOUT_MS = 1000

/** Whether the database answers in time. */
export function pingDatabase(db: Db): Promise<boolean> {
  const answers = sql`select 1`.execute(db).then(
    () => true,
    () => false,
  )
  const isLate = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), TIMEOUT_MS).unref())
  return Promise.race([answers, isLate])
}
