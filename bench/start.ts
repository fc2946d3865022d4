/**
 * `npm run bench:start`: measures a new user's time to the first match. Clones the last commit into a new folder, runs
 * `npm start` there on free ports, opens the app as a guest, creates a filter for everything and waits for its first match;
 * then again in the same folder, warm. npm's cache is left as it is. Needs the packages of the tests and a Chromium.
 */
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { freePort } from '../server/runtime/freePort.ts'

const root = join(import.meta.dirname, '..')
const BROWSER_TIMEOUT_MS = 120_000

const folder = mkdtempSync(join(tmpdir(), 'lotwatch-start-'))
try {
  const [port, housePort, identityPort] = [await freePort(), await freePort(), await freePort()]
  const environment = {
    PORT: String(port),
    DEMO_HOUSE_URL: `http://localhost:${housePort}`,
    FIREBASE_AUTH_EMULATOR_HOST: `localhost:${identityPort}`,
    LOG_LEVEL: 'error',
  }
  spawnSync('git', ['clone', '--quiet', root, folder], { stdio: 'inherit' })
  console.log(`load before: ${loadavg()[0]?.toFixed(2)}`)
  await measure('fresh clone', environment, guestMakesFilter)
  await measure('again, same data', environment, guestIsStillThere)
  console.log(`load after: ${loadavg()[0]?.toFixed(2)}`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function measure(name: string, environment: Record<string, string>, visit: (address: string) => Promise<void>) {
  const started = performance.now()
  const seconds = () => ((performance.now() - started) / 1000).toFixed(1)
  const child = spawn('npm', ['start'], { cwd: folder, env: { ...process.env, ...environment }, detached: true })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  try {
    let output = ''
    const address = await new Promise<string>((resolve, reject) => {
      child.stdout.on('data', (chunk) => {
        output += chunk
        const [, found] = /Lotwatch: (http\S+)/.exec(output) ?? []
        if (found) resolve(found)
      })
      child.stderr.pipe(process.stderr)
      child.once('exit', () => reject(new Error(`npm start ended:\n${output}`)))
    })
    console.log(`${name}: address after ${seconds()} s`)
    await visit(address)
    console.log(`${name}: a match on the screen after ${seconds()} s`)
  } finally {
    // Signals the whole process group, like Ctrl-C.
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGINT')
    await ended
  }
}

async function guestMakesFilter(address: string) {
  await withPage(async (page) => {
    await page.goto(address)
    await page.getByRole('link', { name: 'Try it as a guest' }).first().click()
    await page.getByText('Auction', { exact: true }).click()
    await page.getByRole('button', { name: 'Save filter' }).click()
    await page.waitForURL(/\/filters$/)
    await page.goto(`${address}/auctions`)
    await page.locator('main a[href*="/auctions/"]').first().waitFor()
  })
}

async function guestIsStillThere(address: string) {
  await withPage(async (page) => {
    await page.goto(`${address}/auctions`)
    await page.locator('main a[href*="/auctions/"]').first().waitFor()
  })
}

/** Opens a page in a browser with a persistent profile. */
async function withPage(visit: (page: Page) => Promise<void>) {
  const context = await chromium.launchPersistentContext(join(folder, 'data', 'browser'), {
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    locale: 'en-GB',
  })
  context.setDefaultTimeout(BROWSER_TIMEOUT_MS)
  try {
    await visit(await context.newPage())
  } finally {
    await context.close()
  }
}
