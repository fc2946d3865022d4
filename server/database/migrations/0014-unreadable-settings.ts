import { type Kysely, sql } from 'kysely'

/** Settings that this program cannot read are kept aside before others are saved in their place. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table notification_settings add column unreadable jsonb`.execute(db)
}
