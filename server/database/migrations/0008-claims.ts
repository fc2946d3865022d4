import { type Kysely, sql } from 'kysely'

/** Which job is sending a delivery: only the same one may take it up again, when its sender was killed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table delivery add column claimed_by text`.execute(db)
  await sql`create index delivery_claimed on delivery (claimed_by) where status = 'sending'`.execute(db)
}
