import { type Kysely, sql } from 'kysely'
import { AuctionStatus } from '../../contract/auction.ts'
import { Device, GoneReason } from '../../contract/device.ts'
import { EventKind } from '../../contract/eventKind.ts'
import { FeedKind } from '../../contract/feedLink.ts'
import { FilterReport } from '../../contract/filter.ts'
import { MatchState } from '../../contract/match.ts'
import { AttemptStatus, Channel, DeliveryStatus, HoldReason, WaitReason } from '../../contract/notifications.ts'
import { PlanId } from '../../contract/payment.ts'
import { Locale } from '../../contract/primitives.ts'
import type { Db } from './pool.ts'
import { AUCTION_EVENT_KINDS, type Database, LANES, USER_EVENT_KINDS } from './schema.ts'

/** A column and the values it may have, besides null where the column allows it. */
export type Check = { readonly table: string; readonly column: string; readonly values: readonly string[] }

const check = <Table extends keyof Database>(
  table: Table,
  columns: Partial<Record<keyof Database[Table], readonly string[]>>,
): Check[] =>
  Object.entries<readonly string[] | undefined>(columns).map(([column, values = []]) => ({
    ...{ table: toSnakeCase(table), column: toSnakeCase(column), values },
  }))

const toSnakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The columns whose values are those of a list of the contract. */
export const CHECKS: readonly Check[] = [
  ...check('userAccount', { locale: Locale.options }),
  ...check('device', {
    kind: Device.shape.kind.options,
    deadReason: GoneReason.options,
    testStatus: AttemptStatus.options,
  }),
  ...check('feedLink', { kind: FeedKind.options }),
  ...check('auction', { status: AuctionStatus.options }),
  ...check('auctionEvent', { kind: AUCTION_EVENT_KINDS }),
  ...check('match', { state: MatchState.options }),
  ...check('matchEvent', { kind: EventKind.options }),
  ...check('userEvent', { kind: USER_EVENT_KINDS }),
  ...check('subscription', { plan: PlanId.options }),
  ...check('filterReport', { reason: FilterReport.shape.reason.options }),
  ...check('providerPause', { status: AttemptStatus.options }),
  ...check('deliveryAttempt', { status: AttemptStatus.options }),
  ...check('delivery', {
    event: EventKind.options,
    channel: Channel.options,
    status: DeliveryStatus.options,
    holdReason: [...HoldReason.options, 'unwanted', 'shownElsewhere'],
    waitReason: WaitReason.options,
    lane: LANES,
  }),
]

export const checkName = ({ table, column }: Check): string => `${table}_${column}_check`

/** A check constraint in the database; `values`: the text constants of its condition. */
type StoredCheck = { name: string; isValid: boolean; values: string[] }

/**
 * A repeatable migration: brings the check constraints in line with {@link CHECKS}, so that a new kind needs no migration of its
 * own. Adding a constraint reads no rows; validating it reads them without blocking reads and writes. Only one process at a time
 * may do this.
 * @returns the constraints that stored rows violate; new rows are checked all the same
 */
export async function applyChecks(db: Db): Promise<string[]> {
  const violated: string[] = []
  const checks = await readChecks(db)
  for (const wanted of CHECKS) {
    const stored = checks.get(checkName(wanted))
    if (!stored || stored.values.join() !== wanted.values.join()) await replaceCheck(db, wanted)
    else if (stored.isValid) continue
    const name = sql.id(checkName(wanted))
    // Not in the transaction that adds it, whose lock would last until the rows are read.
    await sql`alter table ${sql.table(wanted.table)} validate constraint ${name}`.execute(db).catch((error) => {
      if (error.code !== CHECK_VIOLATION) throw error
      violated.push(checkName(wanted))
    })
  }
  return violated
}

const CHECK_VIOLATION = '23514'

/** The check constraints of all tables, by name. */
export async function readChecks(db: Kysely<Database>): Promise<Map<string, StoredCheck>> {
  const { rows } = await sql<{ name: string; isValid: boolean; definition: string }>`
    select conname as name, convalidated as is_valid, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'c' and connamespace = 'public'::regnamespace`.execute(db)
  return new Map(
    rows.map(({ name, isValid, definition }) => [
      name,
      { name, isValid, values: [...definition.matchAll(/'([^']*)'::text/g)].map(([, value = '']) => value) },
    ]),
  )
}

async function replaceCheck(db: Db, wanted: Check): Promise<void> {
  const name = sql.id(checkName(wanted))
  const values = sql.join(wanted.values.map((value) => sql.lit(value)))
  await sql`
    alter table ${sql.table(wanted.table)}
      drop constraint if exists ${name},
      add constraint ${name} check (${sql.id(wanted.column)} in (${values})) not valid`.execute(db)
}
