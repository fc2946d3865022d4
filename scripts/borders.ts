/** `npm run borders`: writes `borders.json`, the linter's rules of who may import whom, from `borders/table.ts`. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateBorders, modulesWithoutRow } from './borders/generate.ts'

export const FILE = join(import.meta.dirname, '..', 'borders.json')

/** @returns what is wrong with `borders.json` or its table; undefined if nothing is */
export function faultOfBorders(): string | undefined {
  const missing = modulesWithoutRow()
  if (missing.length > 0) return `without a row in scripts/borders/table.ts: ${missing.join(', ')}`
  return readFileSync(FILE, 'utf8') === generateBorders()
    ? undefined
    : 'borders.json is not what scripts/borders/table.ts generates (npm run borders)'
}

if (import.meta.main) writeFileSync(FILE, generateBorders())
