import { sql } from 'kysely'
import type { Db } from '../database/pool.ts'
import { deleteOldest } from './deleteOldest.ts'

/** `used`: permits of the current window, including those just taken; `endsAt`: the end of that window. */
export type WindowUse = { used: number; endsAt: Date }

/** Takes permits from a subject's fixed window, which begins with its first permit. Counts permits beyond the limit too. */
export async function takePermits(db: Db, key: string, permits: number, windowMs: number, now: Date): Promise<WindowUse> {
  const endsAt = new Date(now.getTime() + windowMs)
  const { rows } = await sql<WindowUse>`
    insert into rate_limit (key, used, ends_at) values (${key}, ${permits}, ${endsAt})
    on conflict (key) do update set
      used = case when rate_limit.ends_at <= ${now} then excluded.used else rate_limit.used + excluded.used end,
      ends_at = case when rate_limit.ends_at <= ${now} then excluded.ends_at else rate_limit.ends_at end
    returning used, ends_at`.execute(db)
  const [use] = rows
  if (!use) throw new Error('upsert returned no row')
  return use
}

/** @returns whether there may be more */
export function deleteEndedWindows(db: Db, now: Date): Promise<boolean> {
  return deleteOldest(db, 'rate_limit', { key: sql`ends_at`, isOld: sql`ends_at <= ${now}` })
}
