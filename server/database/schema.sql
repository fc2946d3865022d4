-- The schema after all migrations, for reading. Generated: npm run db:schema

create sequence log_id as bigint;

create table auction (
  id uuid not null,
  marketplace text not null,
  external_id text not null,
  listing jsonb not null,
  status text not null default 'active'::text,
  price_amount bigint,
  price_currency text,
  ends_at timestamp with time zone,
  first_seen_at timestamp with time zone not null default now(),
  last_seen_at timestamp with time zone not null default now(),
  missing_polls integer not null default 0,
  listed_xid xid8 not null default pg_current_xact_id(),
  link text generated always as ((listing ->> 'url'::text)) stored,
  end_revision integer not null default 0,
  end_revised_at timestamp with time zone,
  constraint auction_pkey PRIMARY KEY (id),
  constraint auction_marketplace_external_id_key UNIQUE (marketplace, external_id),
  constraint auction_status_check CHECK ((status = ANY (ARRAY['active'::text, 'ended'::text, 'gone'::text])))
);

create table auction_event (
  xid xid8 not null default pg_current_xact_id(),
  id bigint not null default nextval('log_id'::regclass),
  auction_id uuid not null,
  kind text not null,
  data jsonb not null default '{}'::jsonb,
  at timestamp with time zone not null default now(),
  constraint auction_event_kind_check CHECK ((kind = ANY (ARRAY['listed'::text, 'priceChanged'::text, 'changed'::text, 'ended'::text, 'gone'::text, 'deleted'::text])))
);

create table auction_words (
  number bigint not null generated always as identity,
  auction_id uuid not null,
  first_seen_at timestamp with time zone not null,
  words integer[] not null,
  constraint auction_words_pkey PRIMARY KEY (number),
  constraint auction_words_auction_id_key UNIQUE (auction_id),
  constraint auction_words_auction_id_fkey FOREIGN KEY (auction_id) REFERENCES auction(id) ON DELETE CASCADE
);

create table delivery (
  id uuid not null,
  user_id uuid not null,
  match_id uuid not null,
  filter_ids uuid[] not null,
  event text not null,
  occurrence text not null,
  channel text not null,
  target text not null,
  target_label text not null,
  status text not null,
  queued_at timestamp with time zone not null,
  due_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  accepted_at timestamp with time zone,
  shown_at timestamp with time zone,
  opened_at timestamp with time zone,
  batching_disabled boolean not null default false,
  claimed_at timestamp with time zone,
  hold_reason text,
  wait_reason text,
  message_id uuid,
  price_from jsonb,
  planned_at timestamp with time zone,
  claimed_in text,
  lane text not null default 'now'::text,
  rank integer not null default 0,
  claim uuid,
  takeovers smallint not null default 0,
  constraint delivery_pkey PRIMARY KEY (id),
  constraint delivery_match_id_event_occurrence_channel_target_key UNIQUE (match_id, event, occurrence, channel, target),
  constraint delivery_match_id_fkey FOREIGN KEY (match_id) REFERENCES match(id) ON DELETE CASCADE,
  constraint delivery_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id) ON DELETE CASCADE,
  constraint delivery_channel_check CHECK ((channel = ANY (ARRAY['webPush'::text, 'email'::text, 'discord'::text, 'telegram'::text, 'ntfy'::text, 'webhook'::text]))),
  constraint delivery_event_check CHECK ((event = ANY (ARRAY['newMatch'::text, 'priceChange'::text, 'endingSoon'::text, 'ended'::text]))),
  constraint delivery_hold_reason_check CHECK ((hold_reason = ANY (ARRAY['quietHours'::text, 'digest'::text, 'cap'::text, 'bidding'::text, 'pushFirst'::text, 'unwanted'::text, 'shownElsewhere'::text]))),
  constraint delivery_lane_check CHECK ((lane = ANY (ARRAY['now'::text, 'later'::text, 'slow'::text]))),
  constraint delivery_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'held'::text, 'sending'::text, 'accepted'::text, 'shown'::text, 'opened'::text, 'failed'::text, 'expired'::text]))),
  constraint delivery_wait_reason_check CHECK ((wait_reason = ANY (ARRAY['retry'::text, 'throttled'::text, 'channelPaused'::text])))
);

create table delivery_attempt (
  delivery_id uuid not null,
  at timestamp with time zone not null,
  status text not null,
  ms integer not null,
  detail text not null,
  constraint delivery_attempt_pkey PRIMARY KEY (delivery_id, at),
  constraint delivery_attempt_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES delivery(id) ON DELETE CASCADE,
  constraint delivery_attempt_status_check CHECK ((status = ANY (ARRAY['accepted'::text, 'retry'::text, 'throttled'::text, 'dead'::text, 'rejected'::text, 'misconfigured'::text])))
);

create table device (
  id uuid not null,
  user_id uuid not null,
  device_key text not null,
  kind text not null,
  address text not null,
  subscription jsonb,
  user_agent text not null,
  created_at timestamp with time zone not null default now(),
  refreshed_at timestamp with time zone not null default now(),
  dead_at timestamp with time zone,
  shown_at timestamp with time zone,
  dead_reason text,
  dead_detail text,
  test_id uuid,
  test_at timestamp with time zone,
  test_status text,
  test_detail text,
  test_shown_at timestamp with time zone,
  session_id uuid,
  constraint device_pkey PRIMARY KEY (id),
  constraint device_address_key UNIQUE (address),
  constraint device_device_key_key UNIQUE (device_key),
  constraint device_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id) ON DELETE CASCADE,
  constraint device_dead_reason_check CHECK ((dead_reason = ANY (ARRAY['provider'::text, 'permission'::text, 'silence'::text]))),
  constraint device_kind_check CHECK ((kind = ANY (ARRAY['fcm'::text, 'webPush'::text, 'native'::text]))),
  constraint device_test_status_check CHECK ((test_status = ANY (ARRAY['accepted'::text, 'retry'::text, 'throttled'::text, 'dead'::text, 'rejected'::text, 'misconfigured'::text])))
);

create table ended_sign_in (
  user_id uuid not null,
  signed_in_at timestamp with time zone not null,
  ended_at timestamp with time zone not null default now(),
  constraint ended_sign_in_pkey PRIMARY KEY (user_id, signed_in_at),
  constraint ended_sign_in_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id) ON DELETE CASCADE
);

create table erased_identity (
  identity_hash bytea not null,
  erased_at timestamp with time zone not null,
  constraint erased_identity_pkey PRIMARY KEY (identity_hash)
);

create table feed_link (
  id uuid not null,
  user_id uuid not null,
  filter_id uuid,
  kind text not null,
  created_at timestamp with time zone not null default now(),
  last_read_at timestamp with time zone,
  content_hash text,
  changed_at timestamp with time zone not null default now(),
  constraint feed_link_pkey PRIMARY KEY (id),
  constraint feed_link_user_id_filter_id_kind_key UNIQUE NULLS NOT DISTINCT (user_id, filter_id, kind),
  constraint feed_link_filter_id_fkey FOREIGN KEY (filter_id) REFERENCES filter(id) ON DELETE CASCADE,
  constraint feed_link_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id) ON DELETE CASCADE,
  constraint feed_link_kind_check CHECK ((kind = ANY (ARRAY['atom'::text, 'json'::text, 'ics'::text])))
);

create table filter (
  id uuid not null,
  user_id uuid not null,
  version integer not null default 1,
  criteria jsonb not null,
  enabled boolean not null,
  snoozed_until timestamp with time zone,
  paused_by_plan boolean not null default false,
  created_xid xid8 not null default pg_current_xact_id(),
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint filter_pkey PRIMARY KEY (id),
  constraint filter_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id) ON DELETE CASCADE
);

create table filter_change (
  xid xid8 not null default pg_current_xact_id(),
  id bigint not null default nextval('log_id'::regclass),
  filter_id uuid not null,
  at timestamp with time zone not null default now()
);

create table filter_report (
  id uuid not null,
  user_id uuid not null,
  filter_id uuid not null,
  auction_id uuid,
  reason text not null,
  comment text,
  created_at timestamp with time zone not null default now(),
  constraint filter_report_pkey PRIMARY KEY (id),
  constraint filter_report_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id) ON DELETE CASCADE,
  constraint filter_report_reason_check CHECK ((reason = ANY (ARRAY['wrongMatch'::text, 'missedAuction'::text, 'brokenLink'::text, 'spam'::text, 'other'::text])))
);

create table idempotency_key (
  user_id uuid not null,
  key uuid not null,
  request_hash bytea not null,
  status integer,
  body jsonb,
  created_at timestamp with time zone not null default now(),
  constraint idempotency_key_pkey PRIMARY KEY (user_id, key),
  constraint idempotency_key_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id) ON DELETE CASCADE
);

create table log_cursor (
  reader text not null,
  xid xid8 not null,
  id bigint not null,
  constraint log_cursor_pkey PRIMARY KEY (reader)
);

create table marketplace_state (
  marketplace text not null,
  calls_left double precision not null,
  refilled_at timestamp with time zone not null default now(),
  paused_until timestamp with time zone,
  constraint marketplace_state_pkey PRIMARY KEY (marketplace)
);

create table match (
  id uuid not null,
  user_id uuid not null,
  auction_id uuid not null,
  state text not null default 'new'::text,
  matched_at timestamp with time zone not null,
  highlights jsonb not null,
  flags jsonb not null,
  constraint match_pkey PRIMARY KEY (id),
  constraint match_user_id_auction_id_key UNIQUE (user_id, auction_id),
  constraint match_auction_id_fkey FOREIGN KEY (auction_id) REFERENCES auction(id) ON DELETE CASCADE,
  constraint match_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id) ON DELETE CASCADE,
  constraint match_state_check CHECK ((state = ANY (ARRAY['new'::text, 'seen'::text, 'saved'::text, 'hidden'::text])))
);

create table match_event (
  match_id uuid not null,
  kind text not null,
  occurrence text not null,
  at timestamp with time zone not null,
  data jsonb not null default '{}'::jsonb,
  constraint match_event_pkey PRIMARY KEY (match_id, kind, occurrence),
  constraint match_event_match_id_fkey FOREIGN KEY (match_id) REFERENCES match(id) ON DELETE CASCADE,
  constraint match_event_kind_check CHECK ((kind = ANY (ARRAY['newMatch'::text, 'priceChange'::text, 'endingSoon'::text, 'ended'::text])))
);

create table match_filter (
  match_id uuid not null,
  filter_id uuid not null,
  matched_at timestamp with time zone not null,
  constraint match_filter_pkey PRIMARY KEY (match_id, filter_id),
  constraint match_filter_filter_id_fkey FOREIGN KEY (filter_id) REFERENCES filter(id) ON DELETE CASCADE,
  constraint match_filter_match_id_fkey FOREIGN KEY (match_id) REFERENCES match(id) ON DELETE CASCADE
);

create table notification_settings (
  user_id uuid not null,
  settings jsonb not null,
  confirmed_email text,
  bounced_email text,
  unreadable jsonb,
  channel_secrets jsonb not null default '{}'::jsonb,
  constraint notification_settings_pkey PRIMARY KEY (user_id),
  constraint notification_settings_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id) ON DELETE CASCADE
);

create table poll_day (
  marketplace text not null,
  day date not null,
  polls integer not null,
  constraint poll_day_pkey PRIMARY KEY (marketplace, day)
);

create table poll_gap (
  marketplace text not null,
  key text not null,
  from_at timestamp with time zone not null,
  to_at timestamp with time zone not null,
  constraint poll_gap_pkey PRIMARY KEY (marketplace, key, to_at)
);

create table price_point (
  auction_id uuid not null,
  at timestamp with time zone not null,
  amount bigint not null,
  currency text not null,
  bid_count integer,
  constraint price_point_pkey PRIMARY KEY (auction_id, at),
  constraint price_point_auction_id_fkey FOREIGN KEY (auction_id) REFERENCES auction(id) ON DELETE CASCADE
);

create table provider_pause (
  provider text not null,
  status text not null,
  since timestamp with time zone not null,
  tried_at timestamp with time zone not null,
  user_id uuid,
  constraint provider_pause_key UNIQUE NULLS NOT DISTINCT (provider, user_id),
  constraint provider_pause_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id) ON DELETE CASCADE,
  constraint provider_pause_status_check CHECK ((status = ANY (ARRAY['accepted'::text, 'retry'::text, 'throttled'::text, 'dead'::text, 'rejected'::text, 'misconfigured'::text])))
);

create unlogged table rate_limit (
  key text not null,
  used integer not null,
  ends_at timestamp with time zone not null,
  constraint rate_limit_pkey PRIMARY KEY (key)
);

create table referral_link (
  id text not null,
  user_id uuid not null,
  name text,
  text text,
  created_at timestamp with time zone not null default now(),
  constraint referral_link_pkey PRIMARY KEY (id),
  constraint referral_link_user_id_key UNIQUE (user_id),
  constraint referral_link_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id) ON DELETE CASCADE
);

create table referral_use (
  user_id uuid not null,
  link_id text not null,
  at timestamp with time zone not null default now(),
  constraint referral_use_pkey PRIMARY KEY (user_id),
  constraint referral_use_link_id_fkey FOREIGN KEY (link_id) REFERENCES referral_link(id) ON DELETE CASCADE,
  constraint referral_use_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id) ON DELETE CASCADE
);

create table reminder (
  match_id uuid not null,
  minutes integer not null,
  due_at timestamp with time zone not null,
  constraint reminder_pkey PRIMARY KEY (match_id, minutes),
  constraint reminder_match_id_fkey FOREIGN KEY (match_id) REFERENCES match(id) ON DELETE CASCADE
);

create table search (
  marketplace text not null,
  key text not null,
  next_at timestamp with time zone not null default now(),
  lease_until timestamp with time zone,
  lease_owner text,
  interval_ms integer not null,
  cursor jsonb,
  validators jsonb not null default '{}'::jsonb,
  is_baseline_done boolean not null default false,
  failures integer not null default 0,
  last_success_at timestamp with time zone,
  last_error text,
  constraint search_pkey PRIMARY KEY (marketplace, key)
);

create table session (
  id uuid not null,
  user_id uuid not null,
  token_hash bytea not null,
  device text not null,
  created_at timestamp with time zone not null default now(),
  last_seen_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  signed_in_at timestamp with time zone not null default now(),
  verified_at timestamp with time zone not null default now(),
  constraint session_pkey PRIMARY KEY (id),
  constraint session_token_hash_key UNIQUE (token_hash),
  constraint session_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id) ON DELETE CASCADE
);

create table subscription (
  id uuid not null,
  user_id uuid not null,
  plan text not null,
  created_at timestamp with time zone not null default now(),
  ends_at timestamp with time zone not null,
  cancel_at_period_end boolean not null default false,
  constraint subscription_pkey PRIMARY KEY (id),
  constraint subscription_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id) ON DELETE CASCADE,
  constraint subscription_plan_check CHECK ((plan = ANY (ARRAY['free'::text, 'plus'::text, 'pro'::text])))
);

create table telegram_bot (
  id bigint not null,
  next_update bigint not null,
  updated_at timestamp with time zone not null,
  constraint telegram_bot_pkey PRIMARY KEY (id)
);

create table telegram_link (
  user_id uuid not null,
  code_hash bytea,
  code_expires_at timestamp with time zone,
  chat_hash bytea,
  constraint telegram_link_pkey PRIMARY KEY (user_id),
  constraint telegram_link_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id) ON DELETE CASCADE
);

create table user_account (
  id uuid not null,
  identity text not null,
  name text not null default ''::text,
  email text not null default ''::text,
  avatar text not null default ''::text,
  is_anonymous boolean not null,
  locale text not null default 'en'::text,
  time_zone text not null default 'UTC'::text,
  created_at timestamp with time zone not null default now(),
  email_verified boolean not null default false,
  last_seen_at timestamp with time zone not null default now(),
  constraint user_account_pkey PRIMARY KEY (id),
  constraint user_account_identity_key UNIQUE (identity),
  constraint user_account_locale_check CHECK ((locale = ANY (ARRAY['en'::text, 'de'::text])))
);

create table user_event (
  xid xid8 not null default pg_current_xact_id(),
  id bigint not null generated always as identity,
  user_id uuid not null,
  kind text not null,
  subject uuid not null,
  at timestamp with time zone not null default now(),
  constraint user_event_kind_check CHECK ((kind = ANY (ARRAY['match'::text, 'auction'::text, 'delivery'::text, 'device'::text, 'session'::text])))
);

create table user_search (
  user_id uuid not null,
  month date not null,
  searches integer not null,
  constraint user_search_pkey PRIMARY KEY (user_id, month),
  constraint user_search_user_id_fkey FOREIGN KEY (user_id) REFERENCES user_account(id) ON DELETE CASCADE
);

create table word (
  id integer not null generated always as identity,
  text text collate "C" not null,
  german text collate "C",
  english text collate "C",
  constraint word_pkey PRIMARY KEY (id),
  constraint word_text_key UNIQUE (text)
);
create index auction_ended_at_id_idx on auction using btree ((
CASE
    WHEN (status = 'active'::text) THEN ends_at
    ELSE LEAST(ends_at, end_revised_at)
END), id);
create index auction_ends_at_idx on auction using btree (ends_at) where (status = 'active'::text);
create index auction_event_xid_id_idx on auction_event using btree (xid, id);
create index auction_first_seen_at_id_idx on auction using btree (first_seen_at, id) where (
CASE
    WHEN (status = 'active'::text) THEN ends_at
    ELSE LEAST(ends_at, end_revised_at)
END IS NULL);
create index auction_first_seen_at_idx on auction using btree (first_seen_at);
create index auction_link_idx on auction using hash (link);
create index auction_words_words_idx on auction_words using gin (words);
create index delivery_channel_lane_idx on delivery using btree (channel, lane) where (status = 'sending'::text);
create index delivery_channel_lane_rank_due_at_idx on delivery using btree (channel, lane, rank, due_at) where (status = ANY (ARRAY['held'::text, 'waiting'::text]));
create index delivery_message_id_idx on delivery using btree (message_id) where (message_id IS NOT NULL);
create index delivery_user_id_accepted_at_idx on delivery using btree (user_id, accepted_at) where (accepted_at IS NOT NULL);
create index delivery_user_id_channel_idx on delivery using btree (user_id, channel) where (status = 'waiting'::text);
create index delivery_user_id_channel_target_due_at_idx on delivery using btree (user_id, channel, target, due_at) where (status = ANY (ARRAY['waiting'::text, 'held'::text, 'sending'::text]));
create index delivery_user_id_queued_at_id_idx on delivery using btree (user_id, queued_at DESC, id DESC);
create index device_session_id_idx on device using btree (session_id);
create index device_user_id_idx on device using btree (user_id);
create index feed_link_filter_id_idx on feed_link using btree (filter_id);
create index filter_change_xid_id_idx on filter_change using btree (xid, id);
create index filter_report_user_id_idx on filter_report using btree (user_id);
create index filter_user_id_created_at_idx on filter using btree (user_id, created_at);
create index idempotency_key_created_at_idx on idempotency_key using btree (created_at);
create index match_auction_id_idx on match using btree (auction_id);
create index match_filter_filter_id_matched_at_idx on match_filter using btree (filter_id, matched_at DESC);
create index match_user_id_matched_at_id_idx on match using btree (user_id, matched_at DESC, id DESC);
create index provider_pause_user_id_idx on provider_pause using btree (user_id);
create index rate_limit_ends_at_idx on rate_limit using btree (ends_at);
create index referral_use_link_id_idx on referral_use using btree (link_id);
create index reminder_due_at_idx on reminder using btree (due_at);
create index session_user_id_idx on session using btree (user_id);
create index session_verified_at_idx on session using btree (verified_at);
create index subscription_user_id_created_at_idx on subscription using btree (user_id, created_at DESC);
create index telegram_link_chat_hash_idx on telegram_link using btree (chat_hash);
create unique index telegram_link_code_hash_idx on telegram_link using btree (code_hash);
create index user_account_last_seen_at_idx on user_account using btree (last_seen_at) where is_anonymous;
create index user_event_at_idx on user_event using btree (at);
create index user_event_xid_id_idx on user_event using btree (xid, id);
create index word_english_idx on word using btree (english);
create index word_german_idx on word using btree (german);
create index word_reverse_english_idx on word using btree (reverse(english));
create index word_reverse_german_idx on word using btree (reverse(german));
create index word_reverse_text_idx on word using btree (reverse(text));
