import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { SECOND_MS } from './contract/time.ts'
import { freePort } from './server/runtime/freePort.ts'
import { USER_AGENT } from './tests/e2e/support/userAgent.ts'

/** Chooses a value once and passes it on in the environment, because every worker loads this config again. */
async function choose(variable: string, make: () => Promise<string | number> | string): Promise<string> {
  const chosen = process.env[variable] ?? String(await make())
  process.env[variable] = chosen
  return chosen
}

const port = await choose('E2E_PORT', freePort)
const housePort = await choose('E2E_HOUSE_PORT', freePort)
const identityPort = await choose('E2E_IDENTITY_PORT', freePort)
/** The port of the tests' push service: besides known push services, the server sends only to this host. */
const pushPort = await choose('E2E_PUSH_PORT', freePort)
const dataDir = await choose('E2E_DATA_DIR', () => mkdtempSync(join(tmpdir(), 'lotwatch-e2e-')))

/** Runs the whole product like `npm start`, on its own ports and data, and drives it through a browser. */
export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.e2e.ts',
  globalTeardown: './tests/e2e/support/teardown.ts',
  timeout: 90 * SECOND_MS,
  expect: { timeout: 15 * SECOND_MS },
  // Each test has its own user. Files run in parallel, the tests of a file in sequence.
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  use: {
    baseURL: `http://localhost:${port}`,
    userAgent: USER_AGENT,
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    launchOptions: { executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium' },
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
  },
  webServer: {
    command: 'node scripts/run.ts',
    wait: { stdout: /Lotwatch: http/ },
    timeout: 180 * SECOND_MS,
    stdout: 'ignore',
    stderr: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 30 * SECOND_MS },
    env: {
      PORT: port,
      DATA_DIR: dataDir,
      DEMO_HOUSE_URL: `http://localhost:${housePort}`,
      FIREBASE_AUTH_EMULATOR_HOST: `localhost:${identityPort}`,
      PUSH_ORIGINS: `http://localhost:${pushPort}`,
      ECB_URL: 'http://127.0.0.1:9',
      REQUESTS_PER_MINUTE: '100000',
      GUESTS_PER_DAY: '100000',
      LOG_LEVEL: 'error',
    },
  },
})
