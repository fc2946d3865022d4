import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { applyChecks } from './checks.ts'
import * as first from './migrations/0001-first.ts'
import * as sentWith from './migrations/0002-sent-with.ts'
import * as auctionLink from './migrations/0003-auction-link.ts'
import * as auctionWords from './migrations/0004-auction-words.ts'
import * as channels from './migrations/0005-channels.ts'
import * as holdReasons from './migrations/0006-hold-reasons.ts'
import * as feedsAndWebhooks from './migrations/0007-feeds-and-webhooks.ts'
import * as claims from './migrations/0008-claims.ts'
import * as waitingDeliveries from './migrations/0009-waiting-deliveries.ts'
import * as alertReport from './migrations/0010-alert-report.ts'
import * as devices from './migrations/0011-devices.ts'
import * as userPauses from './migrations/0013-user-pauses.ts'
import * as unreadableSettings from './migrations/0014-unreadable-settings.ts'
import * as rateLimits from './migrations/0015-rate-limits.ts'
import * as identity from './migrations/0016-identity.ts'
import * as endedSignIns from './migrations/0017-ended-sign-ins.ts'
import * as deliveryQueue from './migrations/0018-delivery-queue.ts'
import * as retention from './migrations/0019-retention.ts'
import * as indexNames from './migrations/0020-index-names.ts'
import * as channelSecrets from './migrations/0021-channel-secrets.ts'
import * as telegram from './migrations/0022-telegram.ts'
import type { Db } from './pool.ts'

const MIGRATIONS: Record<string, Migration> = {
  '0001-first': first,
  '0002-sent-with': sentWith,
  '0003-auction-link': auctionLink,
  '0004-auction-words': auctionWords,
  '0005-channels': channels,
  '0006-hold-reasons': holdReasons,
  '0007-feeds-and-webhooks': feedsAndWebhooks,
  '0008-claims': claims,
  '0009-waiting-deliveries': waitingDeliveries,
  '0010-alert-report': alertReport,
  '0011-devices': devices,
  '0013-user-pauses': userPauses,
  '0014-unreadable-settings': unreadableSettings,
  '0015-rate-limits': rateLimits,
  '0016-identity': identity,
  '0017-ended-sign-ins': endedSignIns,
  '0018-delivery-queue': deliveryQueue,
  '0019-retention': retention,
  '0020-index-names': indexNames,
  '0021-channel-secrets': channelSecrets,
  '0022-telegram': telegram,
}

/** Names of migrations in earlier versions. Installed databases have recorded them. */
const RENAMED: Readonly<Record<string, string>> = {
  '0006-when': '0006-hold-reasons',
  '0007-outgoing': '0007-feeds-and-webhooks',
  '0009-backlog': '0009-waiting-deliveries',
  '0010-report': '0010-alert-report',
  '0015-limits': '0015-rate-limits',
}

/**
 * Migrates the schema to this program's version. Several processes may start at once: one migrates, the others wait.
 * @returns the check constraints that stored rows violate
 * @throws the database error, prefixed with the name of the failed migration; earlier ones stay applied
 */
export async function migrate(db: Db): Promise<string[]> {
  // On one connection, which holds the lock. Statements on large tables may take longer than statements usually may.
  return db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection)
    await sql`select pg_advisory_lock(${LOCK})`.execute(connection)
    try {
      await renameMigrations(connection)
      await applyMigrations(connection)
      return await applyChecks(connection)
    } finally {
      await sql`select pg_advisory_unlock(${LOCK})`.execute(connection)
      await sql`reset statement_timeout`.execute(connection)
    }
  })
}

const LOCK = sql`hashtextextended('migrations', 0)`

async function renameMigrations(db: Db): Promise<void> {
  const { rows } = await sql`select where to_regclass('kysely_migration') is not null`.execute(db)
  if (rows.length === 0) return
  await sql`
    update kysely_migration set name = renamed.present
    from unnest(${Object.keys(RENAMED)}::text[], ${Object.values(RENAMED)}::text[]) as renamed (former, present)
    where name = renamed.former`.execute(db)
}

async function applyMigrations(db: Db): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => MIGRATIONS },
    // Migrations of parallel branches may arrive in either order; they do not depend on each other.
    allowUnorderedMigrations: true,
  })
  const { error, results } = await migrator.migrateToLatest()
  const failed = results?.find((result) => result.status === 'Error')
  if (error instanceof Error && failed) error.message = `migration ${failed.migrationName} failed: ${error.message}`
  if (error) throw error
}
