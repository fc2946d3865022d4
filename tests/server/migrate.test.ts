import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrate } from '../../server/database/migrate.ts'
import type { Database } from '../../server/database/schema.ts'
import { openTestPool } from '../support/database.ts'

const applied = async (db: Kysely<Database>) => {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}

test('a database that has recorded migrations by former names is migrated without running them again', async () => {
  const { db } = await openTestPool()
  const names = await applied(db)
  await sql`update kysely_migration set name = '0006-when' where name = '0006-hold-reasons'`.execute(db)
  await sql`update kysely_migration set name = '0015-limits' where name = '0015-rate-limits'`.execute(db)
  expect(await applied(db)).not.toEqual(names)
  await migrate(db)
  expect(await applied(db)).toEqual(names)
})

test('several processes migrate at once', async () => {
  const { db } = await openTestPool()
  await sql`alter table feed_link drop constraint feed_link_kind_check`.execute(db)
  expect(await Promise.all([migrate(db), migrate(db), migrate(db)])).toEqual([[], [], []])
})

test('a check constraint follows the list of the contract', async () => {
  const { db } = await openTestPool()
  await sql`alter table auction_event drop constraint auction_event_kind_check,
    add constraint auction_event_kind_check check (kind in ('listed'))`.execute(db)
  const log = () => sql`insert into auction_event (auction_id, kind) values (${randomUUID()}, 'gone')`.execute(db)
  await expect(log()).rejects.toThrow(/auction_event_kind_check/)
  expect(await migrate(db)).toEqual([])
  await log()
})

test('rows that violate a check constraint are reported and stay, and no others follow', async () => {
  const { db } = await openTestPool()
  const save = () =>
    sql`
    insert into user_account (id, identity, is_anonymous, locale)
    values (${randomUUID()}, ${randomUUID()}, true, 'tlh')`.execute(db)
  await sql`alter table user_account drop constraint user_account_locale_check`.execute(db)
  await save()
  expect(await migrate(db)).toEqual(['user_account_locale_check'])
  await expect(save()).rejects.toThrow(/user_account_locale_check/)
  expect(await db.selectFrom('userAccount').select('locale').execute()).toEqual([{ locale: 'tlh' }])
})
