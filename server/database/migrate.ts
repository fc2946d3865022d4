import { type Migration, Migrator } from 'kysely/migration'
import * as first from './migrations/0001-first.ts'
import * as sentWith from './migrations/0002-sent-with.ts'
import * as auctionLink from './migrations/0003-auction-link.ts'
import * as auctionWords from './migrations/0004-auction-words.ts'
import * as channels from './migrations/0005-channels.ts'
import * as when from './migrations/0006-when.ts'
import * as outgoing from './migrations/0007-outgoing.ts'
import * as claims from './migrations/0008-claims.ts'
import * as backlog from './migrations/0009-backlog.ts'
import * as report from './migrations/0010-report.ts'
import * as devices from './migrations/0011-devices.ts'
import * as userPauses from './migrations/0013-user-pauses.ts'
import * as unreadableSettings from './migrations/0014-unreadable-settings.ts'
import * as limits from './migrations/0015-limits.ts'
import * as identity from './migrations/0016-identity.ts'
import * as endedSignIns from './migrations/0017-ended-sign-ins.ts'
import * as retention from './migrations/0019-retention.ts'
import type { Db } from './pool.ts'

const MIGRATIONS: Record<string, Migration> = {
  '0001-first': first,
  '0002-sent-with': sentWith,
  '0003-auction-link': auctionLink,
  '0004-auction-words': auctionWords,
  '0005-channels': channels,
  '0006-when': when,
  '0007-outgoing': outgoing,
  '0008-claims': claims,
  '0009-backlog': backlog,
  '0010-report': report,
  '0011-devices': devices,
  '0013-user-pauses': userPauses,
  '0014-unreadable-settings': unreadableSettings,
  '0015-limits': limits,
  '0016-identity': identity,
  '0017-ended-sign-ins': endedSignIns,
  '0019-retention': retention,
}

/**
 * Migrates the schema to this program's version. Several processes may start at once: one migrates, the others wait.
 * @throws the database error, prefixed with the name of the failed migration; earlier ones stay applied
 */
export async function migrate(db: Db): Promise<void> {
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
