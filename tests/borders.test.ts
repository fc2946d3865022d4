import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { generateBorders, places } from '../scripts/borders/generate.ts'
import { COMMON, DOORS, ROWS, type Row } from '../scripts/borders/table.ts'
import { faultOfBorders } from '../scripts/borders.ts'

const root = join(import.meta.dirname, '..')
const isFile = (path: string) => /\.tsx?$/.test(path)
const isIn = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`)
const named = (path: string) => path.replaceAll('*', 'any')

/** A file of each module, each folder level and each door, which imports a file of every module and every package with a door. */
const importers = places().map(({ row, level, file }) => ({
  row,
  path: file ?? (isFile(row.module) ? row.module : `${named(row.module)}/${'sub/'.repeat(level)}importer.ts`),
}))
const targets = [
  ...new Set([...ROWS.flatMap(({ module, may, mayNot = [] }) => [module, ...may, ...mayNot]), 'server/matching/index', 'bench']),
]
  .map((path) => (isFile(path) ? path : `${named(path)}/deep/target.ts`))
  .concat('server/matching/index/postings.ts')
const packages = Object.keys(DOORS)

/** The most specific row of a file. */
const rowOf = (path: string) =>
  ROWS.filter(({ module }) => isIn(path, module)).sort((a, b) => b.module.length - a.module.length)[0]

/** The table's own words, on paths from the root instead of import specifiers. */
function isAllowed(row: Row, target: string): boolean {
  if (row.mayNot) return !row.mayNot.some((forbidden) => isIn(target, forbidden))
  const common = isIn(row.module, COMMON) ? [] : [COMMON]
  return (rowOf(target) === row && !isFile(row.module)) || [...common, ...row.may].some((allowed) => isIn(target, allowed))
}

const folder = mkdtempSync(join(tmpdir(), 'lotwatch-borders-'))
afterAll(() => rmSync(folder, { recursive: true }))
/** By importer: what the linter refuses, with its message. */
const refused = new Map<string, Map<string, string>>()

beforeAll(() => {
  writeFileSync(join(folder, 'borders.json'), generateBorders())
  writeFileSync(
    join(folder, 'biome.json'),
    JSON.stringify({ linter: { rules: { recommended: false } }, extends: ['./borders.json'] }),
  )
  for (const { path } of importers) {
    mkdirSync(join(folder, dirname(path)), { recursive: true })
    writeFileSync(
      join(folder, path),
      importsOf(path)
        .map((specifier) => `import '${specifier}'\n`)
        .join(''),
    )
  }
  const { stdout } = spawnSync(
    join(root, 'node_modules', '.bin', 'biome'),
    ['lint', '--reporter=json', '--max-diagnostics=none', '.'],
    { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 28 },
  )
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: { location: { path: string; start: { line: number } }; message: string }[]
  }
  for (const { location, message } of diagnostics) {
    const found = refused.get(location.path) ?? new Map<string, string>()
    refused.set(location.path, found.set(importsOf(location.path)[location.start.line - 1] ?? '', message))
  }
}, 60_000)

function specifierOf(path: string, target: string): string {
  const specifier = relative(dirname(path), target)
  return specifier.startsWith('.') ? specifier : `./${specifier}`
}

function importsOf(path: string): string[] {
  return [...targets.map((target) => specifierOf(path, target)), ...packages]
}

test('borders.json is what the table generates, and every module has a row', () => {
  expect(faultOfBorders()).toBeUndefined()
})

describe('the linter refuses exactly what the table forbids, with its reason', () => {
  test.each(importers)('$path', ({ row, path }) => {
    for (const target of targets) {
      const message = refused.get(path)?.get(specifierOf(path, target))
      if (isAllowed(row, target)) expect(message, `${path} → ${target}`).toBeUndefined()
      else expect(message, `${path} → ${target}`).toContain(row.because)
    }
    for (const name of packages) {
      const message = refused.get(path)?.get(name)
      const isOpen = DOORS[name]?.some((door) => isIn(path, door)) && !(row.packages && !row.packages.includes(name))
      if (isOpen) expect(message, `${path} → ${name}`).toBeUndefined()
      else expect(message, `${path} → ${name}`).toBeDefined()
    }
  })
})
