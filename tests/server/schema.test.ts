import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import { dumpSchema, SCHEMA_FILE } from '../../scripts/schema.ts'
import { CHECKS, checkName, readChecks } from '../../server/database/checks.ts'
import { Environment } from '../../server/settings.ts'
import { openTestPool } from '../support/database.ts'

const root = join(import.meta.dirname, '..', '..')

type Column = { table: string; column: string; isNullable: boolean }

async function readColumns(): Promise<Column[]> {
  const { db } = await openTestPool()
  const { rows } = await sql<Column>`
    select table_name as "table", column_name as "column", is_nullable = 'YES' as is_nullable
    from information_schema.columns where table_schema = 'public' and table_name not like 'kysely%'`.execute(db)
  return rows
}

const lines = (columns: readonly Column[]) =>
  columns.map(({ table, column, isNullable }) => `${table}.${column}${isNullable ? ' null' : ''}`).sort()

test('schema.sql is the schema after all migrations (npm run db:schema)', async () => {
  const { db } = await openTestPool()
  expect(await dumpSchema(db)).toBe(readFileSync(SCHEMA_FILE, 'utf8'))
})

test('schema.ts names the same tables and columns, and the same ones as nullable', async () => {
  expect(lines(readTypes())).toEqual(lines(await readColumns()))
})

test('check constraints allow the values of the contract and no others', async () => {
  const { db } = await openTestPool()
  const stored = await readChecks(db)
  const expected = CHECKS.map((check) => [checkName(check), { name: checkName(check), isValid: true, values: check.values }])
  expect(Object.fromEntries(stored)).toEqual(Object.fromEntries(expected))
})

test('indexes are named <table>_<columns>_idx', async () => {
  const { db } = await openTestPool()
  const { rows } = await sql<{ name: string; table: string; columns: (string | null)[] }>`
    select index.relname as name, indrelid::regclass::text as "table",
      array(select attname::text from unnest(indkey) with ordinality as key (number, place)
        left join pg_attribute on attrelid = indrelid and attnum = number and number > 0 order by place) as columns
    from pg_index join pg_class as index on index.oid = indexrelid
    where relnamespace = 'public'::regnamespace and not exists (select from pg_constraint where conindid = indexrelid)`.execute(
    db,
  )
  for (const { name, table, columns } of rows) {
    // A word stands for each expression: `reverse(text)` is called "reverse_text".
    const pattern = [table, ...columns.map((column) => column ?? '[a-z]+(_[a-z]+)*'), 'idx'].join('_')
    expect(name).toMatch(new RegExp(`^${pattern}$`))
  }
})

test('every foreign key has an index, so that deleting what it refers to reads no whole table', async () => {
  const { db } = await openTestPool()
  const { rows } = await sql<{ name: string }>`
    select conname as name from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and not exists (
      select from pg_index where indrelid = conrelid and indpred is null
        and (indkey::int2[])[0:cardinality(conkey) - 1] @> conkey)`.execute(db)
  expect(rows).toEqual([])
})

test('every table is in docs/data.md, among those that grow or those that are bounded', async () => {
  const page = readFileSync(join(root, 'docs', 'data.md'), 'utf8')
  const documented = [...page.matchAll(/^\| `(\w+)` \| (.+) \|$/gm)]
  const tables = new Set((await readColumns()).map(({ table }) => table))
  expect(documented.map(([, table]) => table).sort()).toEqual([...tables].sort())
  const settings = new Set([...page.matchAll(/`(RETENTION_\w+)`/g)].map(([, setting]) => setting))
  expect([...settings].sort()).toEqual(
    Object.keys(Environment.shape)
      .filter((name) => name.startsWith('RETENTION_'))
      .sort(),
  )
})

type Node = { type: string; [key: string]: unknown }

/** The tables and columns of `Database` in `schema.ts`, in the database's names. */
function readTypes(): Column[] {
  const file = join(root, 'server', 'database', 'schema.ts')
  const program = parseAst(readFileSync(file, 'utf8'), { lang: 'ts' }) as unknown as { body: Node[] }
  const declared = program.body.map(({ declaration }) => declaration as Node | null)
  const database = declared.find((one) => (one?.id as Node | undefined)?.name === 'Database')
  return membersOf(database?.typeAnnotation as Node).flatMap(([table, columns]) =>
    membersOf(columns).map(([column, type]) => ({ table, column, isNullable: isNullable(type) })),
  )
}

function membersOf(type: Node): [string, Node][] {
  return (type.members as Node[]).map(({ key, typeAnnotation }) => [
    String((key as Node).name).replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    (typeAnnotation as { typeAnnotation: Node }).typeAnnotation,
  ])
}

/** Whether a selected value may be null: the type, or the first argument of `Generated`, `ColumnType` and so on. */
function isNullable({ type, types, typeArguments }: Node): boolean {
  if (type === 'TSNullKeyword' || type === 'TSUnknownKeyword') return true
  if (type === 'TSUnionType') return (types as Node[]).some(isNullable)
  const [selected] = (typeArguments as { params: Node[] } | null | undefined)?.params ?? []
  return selected !== undefined && isNullable(selected)
}
