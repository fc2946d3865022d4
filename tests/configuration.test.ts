import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { PAGE, withTable } from '../scripts/configuration.ts'

test('docs/configuration.md has every setting as server/settings.ts has it (npm run docs:configuration)', () => {
  const page = readFileSync(PAGE, 'utf8')
  expect(page).toBe(withTable(page))
})
