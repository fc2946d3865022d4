import { type Kysely, sql } from 'kysely'

/**
 * The delivery whose job sends this one: its own, or that of the digest that includes it. Without it, its own job would send a
 * delivery of a digest again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table delivery add column sent_with uuid`.execute(db)
}
