import { type Kysely, sql } from 'kysely'

/**
 * Finds an auction by a link that someone pasted. A column of its own, so that a changed price leaves the index alone; a
 * hash, since a link may be longer than a tree can hold.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table auction add column link text generated always as (listing->>'url') stored`.execute(db)
  await sql`create index auction_link on auction using hash (link)`.execute(db)
}
