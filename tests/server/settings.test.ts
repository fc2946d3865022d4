import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createDatabase } from '../support/database.ts'
import { startProvider } from '../support/providers.ts'

const MAIN = join(import.meta.dirname, '../../server/main.ts')

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lotwatch-main-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Runs the program until it ends: its exit code and standard error. */
async function run(environment: Record<string, string>) {
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env.PATH, NODE_ENV: 'test', LOG_LEVEL: 'silent', DEMO_HOUSE: 'false', ROLES: 'api', ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const chunks: Buffer[] = []
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk))
  const [code] = await once(child, 'close')
  return { code, said: Buffer.concat(chunks).toString().trim() }
}

test('invalid settings: one message names each of them, and nothing starts', async () => {
  const folder = temporaryFolder()
  const { code, said } = await run({ PORT: 'x', HOST: '0.0.0.0', LOG_LEVEL: 'loud', DATA_DIR: join(folder, 'data') })
  expect(code).toBe(1)
  for (const name of ['PORT', 'HOST', 'LOG_LEVEL']) expect(said).toMatch(new RegExp(`^(Lotwatch: settings: )?${name}: `, 'm'))
  expect(said).not.toContain('    at ')
})

test('the identity emulator in production: refused', async () => {
  const { code, said } = await run({ NODE_ENV: 'production', DATA_DIR: temporaryFolder() })
  expect(code).toBe(1)
  expect(said).toContain('FIREBASE_PROJECT_ID')
})

test('a port in use: one line with the port and a remedy', async () => {
  const taken = await startProvider({ status: 200 })
  const port = new URL(taken.url).port
  const { code, said } = await run({ PORT: port, DATABASE_URL: await createDatabase(), DATA_DIR: temporaryFolder() })
  expect([code, said]).toEqual([1, `Lotwatch: port ${port} is in use; set PORT to another one`])
})

test.each([
  ['with a database of its own', true],
  ['with the embedded one', false],
])('a data folder that cannot be written to: one line that says which, %s', async (_, hasDatabase) => {
  const file = join(temporaryFolder(), 'file')
  writeFileSync(file, '')
  const database: Record<string, string> = hasDatabase ? { DATABASE_URL: await createDatabase() } : {}
  for (const dataDir of [file, join(file, 'below')]) {
    const { code, said } = await run({ PORT: '0', DATA_DIR: dataDir, ...database })
    expect([code, said]).toEqual([1, `Lotwatch: cannot write to ${dataDir}; set DATA_DIR to a folder of your own`])
  }
})
