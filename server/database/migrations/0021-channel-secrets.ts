import { type Kysely, sql } from 'kysely'

/** The encrypted secrets of all channels in one column, by channel and in base64, so that a new channel needs no column. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table notification_settings add column channel_secrets jsonb not null default '{}'`.execute(db)
  const base64 = (column: string) => sql`translate(encode(${sql.id(column)}, 'base64'), E'\n', '')`
  await sql`
    update notification_settings set channel_secrets = jsonb_strip_nulls(
      jsonb_build_object('discord', ${base64('discord_webhook')}, 'webhook', ${base64('webhook')}))
    where discord_webhook is not null or webhook is not null`.execute(db)
  await sql`alter table notification_settings drop column discord_webhook, drop column webhook`.execute(db)
}
