import { type Kysely, sql } from 'kysely'

/**
 * The first schema, in SQL that PostgreSQL 15 supports.
 * `auction_event`, `filter_change` and `user_event` are logs. They are read by a cursor on `(xid, id)` below the oldest running
 * transaction, because a cursor on `id` alone would lose rows that commit late. The first two share a sequence, because the
 * matcher reads them as one log: auctions before a filter do not alert, later ones do.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table user_account (
    id uuid primary key,
    identity text not null unique,
    name text not null default '',
    email text not null default '',
    avatar text not null default '',
    is_anonymous boolean not null,
    locale text not null default 'en',
    time_zone text not null default 'UTC',
    created_at timestamptz not null default now()
  )`,
  `create table session (
    id uuid primary key,
    user_id uuid not null references user_account on delete cascade,
    token_hash bytea not null unique,
    device text not null,
    created_at timestamptz not null default now(),
    last_seen_at timestamptz not null default now(),
    expires_at timestamptz not null
  )`,
  'create index session_by_user on session (user_id)',
  `create table notification_settings (
    user_id uuid primary key references user_account on delete cascade,
    settings jsonb not null,
    discord_webhook bytea
  )`,
  `create table device (
    id uuid primary key,
    user_id uuid not null references user_account on delete cascade,
    device_key text not null unique,
    kind text not null,
    address text not null unique,
    subscription jsonb,
    user_agent text not null,
    created_at timestamptz not null default now(),
    refreshed_at timestamptz not null default now(),
    dead_at timestamptz
  )`,
  'create index device_user on device (user_id)',

  `create table filter (
    id uuid primary key,
    user_id uuid not null references user_account on delete cascade,
    version integer not null default 1,
    criteria jsonb not null,
    enabled boolean not null,
    snoozed_until timestamptz,
    paused_by_plan boolean not null default false,
    created_xid xid8 not null default pg_current_xact_id(),
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`,
  'create index filter_user on filter (user_id, created_at)',
  'create sequence log_id as bigint',
  `create table filter_change (
    xid xid8 not null default pg_current_xact_id(),
    id bigint not null default nextval('log_id'),
    filter_id uuid not null,
    at timestamptz not null default now()
  )`,
  'create index filter_change_cursor on filter_change (xid, id)',

  `create table marketplace_state (
    marketplace text primary key,
    calls_left double precision not null,
    refilled_at timestamptz not null default now(),
    paused_until timestamptz
  )`,
  `create table search (
    marketplace text not null,
    key text not null,
    next_at timestamptz not null default now(),
    lease_until timestamptz,
    lease_owner text,
    interval_ms integer not null,
    cursor jsonb,
    validators jsonb not null default '{}',
    is_baseline_done boolean not null default false,
    failures integer not null default 0,
    last_success_at timestamptz,
    last_error text,
    primary key (marketplace, key)
  )`,
  `create table poll_day (
    marketplace text not null,
    day date not null,
    polls integer not null,
    primary key (marketplace, day)
  )`,

  `create table auction (
    id uuid primary key,
    marketplace text not null,
    external_id text not null,
    listing jsonb not null,
    status text not null default 'active',
    price_amount bigint,
    price_currency text,
    ends_at timestamptz,
    first_seen_at timestamptz not null default now(),
    last_seen_at timestamptz not null default now(),
    missing_polls integer not null default 0,
    listed_xid xid8 not null default pg_current_xact_id(),
    unique (marketplace, external_id)
  )`,
  "create index auction_ends on auction (ends_at) where status = 'active'",
  'create index auction_first_seen on auction (first_seen_at)',
  `create table price_point (
    auction_id uuid not null references auction on delete cascade,
    at timestamptz not null,
    amount bigint not null,
    currency text not null,
    bid_count integer,
    primary key (auction_id, at)
  )`,
  `create table auction_event (
    xid xid8 not null default pg_current_xact_id(),
    id bigint not null default nextval('log_id'),
    auction_id uuid not null,
    kind text not null,
    data jsonb not null default '{}',
    at timestamptz not null default now()
  )`,
  'create index auction_event_cursor on auction_event (xid, id)',
  `create table log_cursor (
    reader text primary key,
    xid xid8 not null,
    id bigint not null
  )`,

  `create table match (
    id uuid primary key,
    user_id uuid not null references user_account on delete cascade,
    auction_id uuid not null references auction on delete cascade,
    state text not null default 'new',
    matched_at timestamptz not null,
    highlights jsonb not null,
    flags jsonb not null,
    unique (user_id, auction_id)
  )`,
  'create index match_newest on match (user_id, matched_at desc, id desc)',
  'create index match_auction on match (auction_id)',
  `create table match_filter (
    match_id uuid not null references match on delete cascade,
    filter_id uuid not null references filter on delete cascade,
    matched_at timestamptz not null,
    primary key (match_id, filter_id)
  )`,
  'create index match_filter_filter on match_filter (filter_id, matched_at desc)',
  `create table match_event (
    match_id uuid not null references match on delete cascade,
    kind text not null,
    occurrence text not null,
    at timestamptz not null,
    data jsonb not null default '{}',
    primary key (match_id, kind, occurrence)
  )`,
  `create table reminder (
    match_id uuid not null references match on delete cascade,
    minutes integer not null,
    due_at timestamptz not null,
    primary key (match_id, minutes)
  )`,
  'create index reminder_due on reminder (due_at)',

  `create table delivery (
    id uuid primary key,
    user_id uuid not null references user_account on delete cascade,
    match_id uuid not null references match on delete cascade,
    filter_ids uuid[] not null,
    event text not null,
    occurrence text not null,
    channel text not null,
    target text not null,
    target_label text not null,
    status text not null,
    queued_at timestamptz not null,
    due_at timestamptz not null,
    expires_at timestamptz not null,
    accepted_at timestamptz,
    shown_at timestamptz,
    opened_at timestamptz,
    unique (match_id, event, occurrence, channel, target)
  )`,
  'create index delivery_user on delivery (user_id, queued_at desc, id desc)',
  `create table delivery_attempt (
    delivery_id uuid not null references delivery on delete cascade,
    at timestamptz not null,
    status text not null,
    ms integer not null,
    detail text not null,
    primary key (delivery_id, at)
  )`,
  `create table user_event (
    xid xid8 not null default pg_current_xact_id(),
    id bigint generated always as identity,
    user_id uuid not null,
    kind text not null,
    subject uuid not null,
    at timestamptz not null default now()
  )`,
  'create index user_event_cursor on user_event (xid, id)',
  'create index user_event_at on user_event (at)',

  `create table subscription (
    id uuid primary key,
    user_id uuid not null references user_account on delete cascade,
    plan text not null,
    created_at timestamptz not null default now(),
    ends_at timestamptz not null,
    cancel_at_period_end boolean not null default false
  )`,
  'create index subscription_user on subscription (user_id, created_at desc)',
  `create table referral_link (
    id text primary key,
    user_id uuid not null unique references user_account on delete cascade,
    name text,
    text text,
    created_at timestamptz not null default now()
  )`,
  `create table referral_use (
    user_id uuid primary key references user_account on delete cascade,
    link_id text not null references referral_link on delete cascade,
    at timestamptz not null default now()
  )`,
  `create table filter_report (
    id uuid primary key,
    user_id uuid not null references user_account on delete cascade,
    filter_id uuid not null,
    auction_id uuid,
    reason text not null,
    comment text,
    created_at timestamptz not null default now()
  )`,
  `create table idempotency_key (
    user_id uuid not null references user_account on delete cascade,
    key uuid not null,
    request_hash bytea not null,
    status integer,
    body jsonb,
    created_at timestamptz not null default now(),
    primary key (user_id, key)
  )`,
  'create index idempotency_key_age on idempotency_key (created_at)',
]
