/** Generates the linter's rules from the table of borders. */
import { globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { COMMON, DOORS, ROWS, type Row } from './table.ts'

const root = join(import.meta.dirname, '..', '..')
const NAME = '*'
const isFile = (path: string) => /\.tsx?$/.test(path)
const covers = (path: string, other: string) => path === other || other.startsWith(`${path}/`)
const segments = (path: string) => path.split('/')

/** Files of one folder level of a module, counted from 0, or one file that a door names. */
export type Place = { readonly row: Row; readonly level: number; readonly file?: string }

/** The content of `borders.json`. */
export function generateBorders(): string {
  const overrides = places().map((place) => ({
    includes: [includeOf(place)],
    linter: { rules: { style: { noRestrictedImports: { level: 'error', options: optionsOf(place) } } } },
  }))
  // One line each, so that a change of the table is a readable difference.
  return `{\n  "overrides": [\n${overrides.map((one) => `    ${JSON.stringify(one)}`).join(',\n')}\n  ]\n}\n`
}

/** All places. Later overrides replace earlier ones, so the most specific come last. */
export function places(): Place[] {
  const rows = [...ROWS].sort((a, b) => segments(a.module).length - segments(b.module).length)
  const levels = rows.flatMap((row) => Array.from({ length: levelsOf(row.module) }, (_, level) => ({ row, level })))
  const doors = [...new Set(Object.values(DOORS).flat())].filter(isFile).map((file) => placeOfFile(file, rows))
  return [...levels, ...doors]
}

function placeOfFile(file: string, rows: readonly Row[]): Place {
  const row = rows.findLast(({ module }) => covers(module, file))
  if (!row) throw new Error(`no row of the table covers ${file}`)
  return { row, level: segments(file).length - segments(row.module).length - 1, file }
}

/** How many levels of folders a module has now, without those that have rows of their own. */
function levelsOf(module: string): number {
  if (isFile(module)) return 1
  const parts = partsOf(module)
  const files = globSync(`${module}/**/*.{ts,tsx}`, { cwd: root }).filter(
    (file) => !parts.some((row) => covers(row.module, file)),
  )
  const own = segments(module).length
  return Math.max(1, ...files.map((file) => segments(file).length - own))
}

function includeOf({ row: { module }, level, file }: Place): string {
  return file ?? (isFile(module) ? module : `${module}/${'*/'.repeat(level)}*.{ts,tsx}`)
}

function optionsOf(place: Place) {
  const { row } = place
  const common = covers(COMMON, row.module) ? [] : [COMMON]
  const allowed = [...common, ...row.may].filter((path) => path !== row.module)
  const patterns = row.mayNot
    ? [{ group: row.mayNot.flatMap((path) => specifiersOf(place, path)), message: row.because }]
    : [{ group: allowGroup(place, allowed), message: `${row.because} It may import: ${allowed.join(', ')}.` }]
  return { paths: closedDoors(place), patterns }
}

/** The last pattern that fits decides: first everything is forbidden, then the module itself and what it may import is allowed. */
function allowGroup(place: Place, allowed: readonly string[]): string[] {
  const { row, level } = place
  if (isFile(row.module)) return ['./**', '../**', ...negated(place, allowed)]
  const base = row.packages ? ['**', ...row.packages.map((name) => `!${name}`)] : ['../**']
  const own = ['!./**', ...up(level).map((prefix) => `!${prefix}**`)]
  const outside = `${'../'.repeat(level + 1)}**`
  const parts = partsOf(row.module).flatMap((part) => specifiersOf(place, part.module))
  return [...base, ...own, outside, ...parts, ...negated(place, allowed)]
}

/** The rows of folders within a module. */
const partsOf = (module: string) => ROWS.filter((row) => row.module !== module && covers(module, row.module))
const up = (level: number) => Array.from({ length: level }, (_, index) => '../'.repeat(index + 1))
const negated = (place: Place, paths: readonly string[]) =>
  paths.flatMap((path) => specifiersOf(place, path)).map((specifier) => `!${specifier}`)

/** How the files of a place write a path in an import. */
function specifiersOf({ row, level }: Place, path: string): string[] {
  const from = isFile(row.module) ? segments(row.module).slice(0, -1) : segments(row.module)
  const to = segments(path)
  let common = 0
  while (common < from.length && from[common] === to[common] && to[common] !== NAME) common++
  const climb = from.length - common + level
  const specifier = `${climb === 0 ? './' : '../'.repeat(climb)}${to.slice(common).join('/')}`
  return isFile(path) ? [specifier] : [`${specifier}/**`]
}

function closedDoors({ row, file }: Place): Record<string, string> {
  const here = file ?? row.module
  const closed = Object.entries(DOORS).filter(([, doors]) => !doors.some((door) => covers(door, here)))
  return Object.fromEntries(closed.map(([name, doors]) => [name, `One door: ${doors.join(', ')}.`]))
}

/** Folders of server and app without a row. The files beside them in src put the app together and may import anything. */
export function modulesWithoutRow(): string[] {
  const files = ['server/**/*.ts', 'src/*/**/*.{ts,tsx}'].flatMap((pattern) => globSync(pattern, { cwd: root }))
  return [...new Set(files.filter((file) => !ROWS.some(({ module }) => covers(module, file))).map((file) => dirname(file)))]
}
