import { type Kysely, sql } from 'kysely'

/**
 * Chats that are linked to accounts, or will be by a code. Both are stored as keyed hashes: the code is a secret, and the chat is
 * looked up by it. And the next update of each bot that is not handled yet.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table telegram_link (
      user_id uuid primary key references user_account on delete cascade,
      code_hash bytea,
      code_expires_at timestamptz,
      chat_hash bytea
    )`.execute(db)
  await sql`create unique index telegram_link_code_hash_idx on telegram_link (code_hash)`.execute(db)
  await sql`create index telegram_link_chat_hash_idx on telegram_link (chat_hash)`.execute(db)
  await sql`
    create table telegram_bot (
      id bigint primary key,
      next_update bigint not null,
      updated_at timestamptz not null
    )`.execute(db)
}
