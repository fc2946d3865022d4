import { type Kysely, sql } from 'kysely'

/**
 * Finds an auction by a pasted link. A separate column, so that price changes do not touch the index; a hash index, because a
 * link may exceed the limit of a B-tree.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table auction add column link text generated always as (listing->>'url') stored`.execute(db)
  await sql`create index auction_link on auction using hash (link)`.execute(db)
}
