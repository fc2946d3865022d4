import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const table = readFileSync(join(import.meta.dirname, 'faults.md'), 'utf8')
const named = [...table.matchAll(/`(tests\/[^`]+)` "([^"]+)"/g)].map(([, file = '', name = '']) => ({ file, name }))
const scripts = Object.keys(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts)

test('the table of faults names tests, in every row', () => {
  const rows = table.split('\n').filter((line) => /^\| (?:\d+|any)/.test(line))
  expect(rows.length).toBeGreaterThanOrEqual(16)
  for (const row of rows) expect(row).toMatch(/`tests\/[^`]+` "[^"]+"/)
})

/** A line that begins a test, or the title of one on a line of its own. */
const TITLE = /^\s*(?:test\b.*\()?['"`]/

test.each(named)('$file has "$name"', ({ file, name }) => {
  const titles = readFileSync(join(root, file), 'utf8')
    .split('\n')
    .filter((line) => TITLE.test(line))
  expect(titles.some((title) => title.includes(name))).toBe(true)
})

test.each([...table.matchAll(/npm run (\S+?)[`\s]/g)].map(([, script = '']) => script))('npm run %s is there', (script) => {
  expect(scripts).toContain(script)
})
