import { type Kysely, sql } from 'kysely'

/** Keeps settings that this program cannot read when new ones are saved over them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table notification_settings add column unreadable jsonb`.execute(db)
}
