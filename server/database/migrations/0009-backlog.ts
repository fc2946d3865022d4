import { type Kysely, sql } from 'kysely'

/** How much a user still has to be told: whoever has more to come lets others go first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index delivery_waiting on delivery (user_id, channel) where status = 'waiting'`.execute(db)
}
