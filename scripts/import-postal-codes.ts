/**
 * Imports postal codes for places and distances:
 *
 *   node scripts/import-postal-codes.ts [--data-dir data] DE.txt AT.txt CH.txt
 *
 * Reads text files from https://download.geonames.org/export/zip/ (CC BY 4.0: credit geonames.org where the data is shown) or
 * compact tables. Their countries replace those imported before. Restart the server afterwards.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { mergePostalCodes, readPostalCodes, writePostalCodes } from '../server/location/import.ts'
import { POSTAL_CODES_FILE } from '../server/location/postalCodes.ts'
import type { PostalCode } from '../server/location/table.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'data-dir': { type: 'string', default: process.env.DATA_DIR ?? 'data' } },
})
if (positionals.length === 0) {
  console.error('Name at least one file: node scripts/import-postal-codes.ts [--data-dir data] DE.txt …')
  process.exit(2)
}

const target = join(values['data-dir'], POSTAL_CODES_FILE)
let codes: readonly PostalCode[] = existsSync(target) ? (await readPostalCodes(target)).codes : []
for (const file of positionals) {
  const read = await readPostalCodes(file)
  if (read.codes.length === 0) {
    console.error(`${file}: no postal codes in it (${read.skippedLines} lines not understood); nothing was changed`)
    process.exit(1)
  }
  console.log(`${file}: ${read.codes.length} postal codes, ${read.skippedLines} lines not understood`)
  codes = mergePostalCodes(codes, read.codes)
}
await writePostalCodes(target, codes)
console.log(`${target}: ${codes.length} postal codes`)
