/** `npm run docs:configuration`: writes the table of settings in `docs/configuration.md` from `server/settings.ts`. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as z from 'zod'
import { Environment } from '../server/settings.ts'

export const PAGE = join(import.meta.dirname, '..', 'docs', 'configuration.md')
const BEGIN = '<!-- generated: npm run docs:configuration -->'

/** The page with a table generated from `server/settings.ts`. */
export function withTable(page: string): string {
  const head = page.slice(0, page.indexOf(BEGIN))
  return `${head}${BEGIN}\n\n${table()}`
}

function table(): string {
  const { properties } = z.toJSONSchema(Environment, { io: 'input', unrepresentable: 'any' })
  const rows = Object.entries(properties ?? {}).map(([name, property]) => {
    const { description, default: value } = typeof property === 'object' ? property : {}
    if (!description) throw new Error(`${name} has no description in server/settings.ts`)
    return `| \`${name}\` | ${value === undefined || value === '' ? '' : `\`${value}\``} | ${description} |`
  })
  return ['| variable | default | meaning |', '|---|---|---|', ...rows, ''].join('\n')
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) writeFileSync(PAGE, withTable(readFileSync(PAGE, 'utf8')))
