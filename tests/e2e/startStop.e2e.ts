import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import { freePort } from '../../server/runtime/freePort.ts'

const root = join(import.meta.dirname, '..', '..')
const DEFAULT_PORTS = { house: 4601, identity: 4602 }
const START_TIMEOUT_MS = 120_000

let folder: string
let children: ChildProcess[]
test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lotwatch-run-'))
  children = []
})
test.afterEach(async () => {
  await Promise.all(children.map(end))
  rmSync(folder, { recursive: true, force: true })
})

/** Runs the second half of `npm start` on its own data; gives its output and its end. */
function run(environment: Record<string, string>) {
  // Without the addresses of the test server.
  const { DEMO_HOUSE_URL: _, FIREBASE_AUTH_EMULATOR_HOST: __, ...inherited } = process.env
  const child = spawn(process.execPath, [join(root, 'scripts', 'run.ts')], {
    cwd: root,
    env: { ...inherited, DATA_DIR: folder, LOG_LEVEL: 'error', ECB_URL: 'http://127.0.0.1:9', ...environment },
  })
  children.push(child)
  const printed = { text: '' }
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      printed.text += chunk
    })
  }
  const hasStarted = expect.poll(() => printed.text, { timeout: START_TIMEOUT_MS }).toMatch(/Lotwatch: http/)
  return { child, printed, hasStarted }
}

/** The exit code; `SIGINT` if it was stopped before it had set up its handlers. */
async function end(child: ChildProcess): Promise<number | string | null> {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill('SIGINT')
    await once(child, 'exit')
  }
  return child.exitCode ?? child.signalCode
}

/** The emulator's API, as the app finds it. */
async function identityApi(port: string): Promise<(method: string, body: object) => Promise<Response>> {
  const config = (await (await fetch(`http://localhost:${port}/api/config`)).json()) as { identity: { emulatorHost: string } }
  const base = `http://${config.identity.emulatorHost}/identitytoolkit.googleapis.com/v1/accounts`
  return (method, body) =>
    fetch(`${base}:${method}?key=x`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
}

test('stopped and at once started again, with its users, beside taken ports', async () => {
  test.setTimeout(3 * START_TIMEOUT_MS)
  const taken = await Promise.all(Object.values(DEFAULT_PORTS).map(takePort))
  const port = String(await freePort())
  const account = { email: 'ada@example.org', password: 'correct horse' }
  const first = run({ PORT: port })
  await first.hasStarted
  expect((await (await identityApi(port))('signUp', account)).status).toBe(200)

  first.child.kill('SIGINT')
  const second = run({ PORT: port })
  await second.hasStarted
  expect(first.child.exitCode, 'the first run has ended by then').toBe(0)
  // Once the URL is printed, existing accounts are restored.
  expect((await (await identityApi(port))('signInWithPassword', account)).status).toBe(200)
  expect(first.printed.text + second.printed.text).not.toMatch(/Error|\n\s+at /)

  const third = run({ PORT: port })
  await once(third.child, 'exit')
  expect(third.printed.text).toContain(`runs already: http://localhost:${port}`)
  expect(await end(second.child)).toBe(0)
  for (const server of taken) server?.close()
})

for (const afterMs of [200, 1500, 4000]) {
  test(`stopped ${afterMs} ms after its start, without an error`, async () => {
    test.setTimeout(START_TIMEOUT_MS)
    const { child, printed } = run({ PORT: String(await freePort()) })
    await pause(afterMs)
    expect([0, 'SIGINT']).toContain(await end(child))
    expect(printed.text).not.toMatch(/Error|\n\s+at |has ended/)
  })
}

/** Listens on a port, which may be in use. */
function takePort(port: number): Promise<Server | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(undefined))
    server.listen(port, 'localhost', () => resolve(server))
  })
}
