import { type Kysely, sql } from 'kysely'

/** The job that sends a delivery: after its sender is killed, only the same job may send it again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table delivery add column claimed_by text`.execute(db)
  await sql`create index delivery_claimed on delivery (claimed_by) where status = 'sending'`.execute(db)
}
