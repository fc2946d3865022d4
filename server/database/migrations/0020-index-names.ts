import { type Kysely, sql } from 'kysely'

/** Names every index `<table>_<columns>_idx`. Only the catalogue changes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // "If exists", because migrations of parallel branches may have dropped some.
  for (const [from, to] of Object.entries(NAMES))
    await sql`alter index if exists ${sql.id(from)} rename to ${sql.id(to)}`.execute(db)
}

const NAMES: Readonly<Record<string, string>> = {
  session_by_user: 'session_user_id_idx',
  session_verified_at: 'session_verified_at_idx',
  device_user: 'device_user_id_idx',
  device_session_id: 'device_session_id_idx',
  filter_user: 'filter_user_id_created_at_idx',
  filter_change_cursor: 'filter_change_xid_id_idx',
  auction_ends: 'auction_ends_at_idx',
  auction_first_seen: 'auction_first_seen_at_idx',
  auction_link: 'auction_link_idx',
  auction_event_cursor: 'auction_event_xid_id_idx',
  auction_words_words: 'auction_words_words_idx',
  word_german: 'word_german_idx',
  word_english: 'word_english_idx',
  word_ending: 'word_reverse_text_idx',
  word_german_ending: 'word_reverse_german_idx',
  word_english_ending: 'word_reverse_english_idx',
  match_newest: 'match_user_id_matched_at_id_idx',
  match_auction: 'match_auction_id_idx',
  match_filter_filter: 'match_filter_filter_id_matched_at_idx',
  reminder_due: 'reminder_due_at_idx',
  delivery_user: 'delivery_user_id_queued_at_id_idx',
  delivery_open: 'delivery_user_id_channel_target_due_at_idx',
  delivery_message: 'delivery_message_id_idx',
  delivery_accepted: 'delivery_user_id_accepted_at_idx',
  delivery_waiting: 'delivery_user_id_channel_idx',
  user_event_cursor: 'user_event_xid_id_idx',
  user_event_at: 'user_event_at_idx',
  subscription_user: 'subscription_user_id_created_at_idx',
  idempotency_key_age: 'idempotency_key_created_at_idx',
  feed_link_filter: 'feed_link_filter_id_idx',
  provider_pause_user: 'provider_pause_user_id_idx',
  rate_limit_ends_at: 'rate_limit_ends_at_idx',
  user_account_guest_last_seen_at: 'user_account_last_seen_at_idx',
}
