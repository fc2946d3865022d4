import { type Kysely, sql } from 'kysely'

/**
 * The word index for previews: which auctions contain each word. Separate from `auction`, whose rows every poll rewrites, and
 * only for the auctions that previews search. `words` contains the ids of the title's words, and those of the description's
 * words negated, so that one index serves both.
 * `word` finds words by beginning, ending and stem. `user_search` counts previews.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table word (
    id integer generated always as identity primary key,
    text text collate "C" not null unique,
    german text collate "C",
    english text collate "C"
  )`,
  'create index word_german on word (german)',
  'create index word_english on word (english)',
  'create index word_ending on word (reverse(text))',
  'create index word_german_ending on word (reverse(german))',
  'create index word_english_ending on word (reverse(english))',
  `create table auction_words (
    number bigint generated always as identity primary key,
    auction_id uuid not null unique references auction on delete cascade,
    first_seen_at timestamptz not null,
    words integer[] not null
  )`,
  'create index auction_words_words on auction_words using gin (words)',
  `create table user_search (
    user_id uuid not null references user_account on delete cascade,
    month date not null,
    searches integer not null,
    primary key (user_id, month)
  )`,
]
