/** `npm run db:schema`: writes `server/database/schema.sql`, the schema after all migrations, with an embedded PostgreSQL. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Kysely, sql } from 'kysely'
import { pino } from 'pino'
import { startEmbeddedPostgres } from '../server/database/embedded.ts'
import { migrate } from '../server/database/migrate.ts'
import { openPool } from '../server/database/pool.ts'

export const SCHEMA_FILE = join(import.meta.dirname, '..', 'server', 'database', 'schema.sql')
const HEAD = '-- The schema after all migrations, for reading. Generated: npm run db:schema\n'

type Column = { table: string; isUnlogged: boolean; definition: string }
type Constraint = { table: string; definition: string }

/** The migrator's own tables are not part of the schema. */
const isOurs = sql`relnamespace = 'public'::regnamespace and relname not like 'kysely\\_%'`

/** SQL that creates the tables of a database, sorted by name, in words that all supported versions of PostgreSQL share. */
export async function dumpSchema<T>(db: Kysely<T>): Promise<string> {
  const { rows: sequences } = await sql<{ definition: string }>`
    select format('create sequence %I as %s', relname, format_type(seqtypid, null)) as definition
    from pg_class join pg_sequence on seqrelid = oid
    where ${isOurs} and not exists (select from pg_depend where objid = oid and deptype = 'i') order by relname`.execute(db)
  const { rows: columns } = await sql<Column>`
    select relname as "table", relpersistence = 'u' as is_unlogged, concat_ws(' ',
      attname, format_type(atttypid, atttypmod),
      (select format('collate %I', collname) from pg_collation where pg_collation.oid = attcollation and collname <> 'default'),
      case when attnotnull then 'not null' end,
      case when attidentity <> '' then 'generated always as identity' end,
      case when attgenerated <> '' then format('generated always as (%s) stored', pg_get_expr(adbin, adrelid))
        when adbin is not null then format('default %s', pg_get_expr(adbin, adrelid)) end) as definition
    from pg_attribute join pg_class on pg_class.oid = attrelid
      left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where ${isOurs} and relkind = 'r' and attnum > 0 and not attisdropped order by relname, attnum`.execute(db)
  // PostgreSQL 18 lists "not null" as constraints too.
  const { rows: constraints } = await sql<Constraint>`
    select relname as "table", format('constraint %I %s', conname, pg_get_constraintdef(pg_constraint.oid)) as definition
    from pg_constraint join pg_class on pg_class.oid = conrelid
    where ${isOurs} and contype in ('p', 'u', 'f', 'c') order by relname, array_position('{p,u,f,c}', contype), conname`.execute(
    db,
  )
  const { rows: indexes } = await sql<{ definition: string }>`
    select pg_get_indexdef(indexrelid) as definition from pg_index join pg_class on pg_class.oid = indexrelid
    where ${isOurs} and not exists (select from pg_constraint where conindid = indexrelid) order by relname`.execute(db)
  const constraintsOf = Map.groupBy(constraints, ({ table }) => table)
  const tables = [...Map.groupBy(columns, ({ table }) => table)].map(([table, rows]) => {
    const lines = [...rows, ...(constraintsOf.get(table) ?? [])].map(({ definition }) => `  ${definition}`)
    return `create ${rows[0]?.isUnlogged ? 'unlogged ' : ''}table ${table} (\n${lines.join(',\n')}\n)`
  })
  const all = [...sequences.map(({ definition }) => definition), ...tables, ...indexes.map(({ definition }) => plain(definition))]
  return `${HEAD}\n${all.join(';\n\n').replace(/;\n\n(?=CREATE|create (?:unique )?index)/g, ';\n')};\n`
}

/** `CREATE INDEX a_idx ON public.a USING btree (id)` in the style of the migrations. */
const plain = (index: string) =>
  index
    .replace('CREATE INDEX', 'create index')
    .replace('CREATE UNIQUE INDEX', 'create unique index')
    .replace(' ON public.', ' on ')
    .replace(' USING ', ' using ')
    .replace(/ WHERE /, ' where ')

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'lotwatch-schema-'))
  const postgres = await startEmbeddedPostgres(folder)
  const pool = openPool(postgres.url, pino({ level: 'silent' }))
  await migrate(pool.db)
  writeFileSync(SCHEMA_FILE, await dumpSchema(pool.db))
  await pool.end()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main()
