import { type Kysely, sql } from 'kysely'

/**
 * Which delivery's job sends this one along: its own, or that of the digest which took it in. Without it a delivery that
 * was taken into a digest would be sent a second time by its own job.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table delivery add column sent_with uuid`.execute(db)
}
