import { type Kysely, sql } from 'kysely'

/** Counts a user's waiting deliveries: users with smaller backlogs go first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index delivery_waiting on delivery (user_id, channel) where status = 'waiting'`.execute(db)
}
