/** The second half of `npm start`: everything is installed; builds the app and runs all parts until Ctrl-C. */
import { type ChildProcess, spawn } from 'node:child_process'
import { accessSync, constants, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { MEMORY_FLAGS, MEMORY_VARIABLES } from '../server/memory.ts'
import { readSettings, type Settings, SettingsError } from '../server/settings.ts'
import { build } from './build.ts'

const root = join(import.meta.dirname, '..')
const START_TIMEOUT_MS = 120_000
const POLL_MS = 100
const PROBE_TIMEOUT_MS = 1000

type Part = { name: string; child: ChildProcess }

const settings = readSettingsOrExit()
const address = `http://${settings.host === '127.0.0.1' ? 'localhost' : settings.host}:${settings.port}`
if (await isLotwatch(address)) {
  console.log(`Lotwatch runs already: ${address}`)
  process.exit(0)
}
requireWritable(settings.dataDir)

const parts: Part[] = []
let isStopping = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(0))

try {
  const { demoHouse, identity } = settings
  // They take longest to come up, and need nothing of the build.
  if (identity.emulatorHost) {
    const [host = 'localhost', port = ''] = identity.emulatorHost.split(':')
    // One that somebody named and runs is used as it is.
    const isTheirs = process.env.FIREBASE_AUTH_EMULATOR_HOST !== undefined && (await answers(`http://${identity.emulatorHost}`))
    if (!isTheirs) {
      start('identity emulator', [
        join(root, 'tools', 'identity-emulator', 'run.mjs'),
        ...['--host', host, '--port', port, '--project', identity.projectId, '--data', join(settings.dataDir, 'identity')],
      ])
    }
  }
  if (demoHouse.enabled) {
    const { hostname, port } = new URL(demoHouse.url)
    start('demo auction house', [join(root, 'server', 'marketplace', 'demo', 'house', 'main.ts')], {
      DEMO_HOST: hostname,
      DEMO_PORT: port,
      DATA_DIR: join(settings.dataDir, 'demo-house'),
    })
  }
  build()
  start('server', [...MEMORY_FLAGS, join(root, 'server', 'main.ts')], MEMORY_VARIABLES)
  await Promise.all([
    until('server', () => isLotwatch(address)),
    identity.emulatorHost && until('identity emulator', () => answers(`http://${identity.emulatorHost}`)),
    demoHouse.enabled && until('demo auction house', () => answers(demoHouse.url)),
  ])
  console.log(`\n  Lotwatch: ${settings.publicUrl}\n`)
} catch (error) {
  console.error(`Lotwatch: ${error instanceof Error ? error.message : String(error)}`)
  await stop(1)
}

/** Starts a part in a process group of its own: Ctrl-C reaches this process alone, which ends the parts in order. */
function start(name: string, words: string[], environment: Record<string, string> = {}) {
  const child = spawn(process.execPath, words, {
    cwd: root,
    detached: true,
    // The channel closes when this process dies, however it dies, and the part ends itself.
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, ...environment },
  })
  const part = { name, child }
  parts.push(part)
  child.on('exit', (code, signal) => {
    parts.splice(parts.indexOf(part), 1)
    if (isStopping) return
    console.error(`Lotwatch: the ${name} has ended (${signal ?? `code ${code}`})`)
    void stop(1)
  })
}

/** Ends the parts, the server first: the others serve it. */
async function stop(code: number): Promise<never> {
  if (!isStopping) {
    isStopping = true
    for (const { child } of [...parts].reverse()) {
      const exited = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await exited
    }
    process.exit(code)
  }
  return new Promise<never>(() => {})
}

async function until(name: string, isThere: () => Promise<boolean>) {
  const deadline = Date.now() + START_TIMEOUT_MS
  while (!(await isThere())) {
    if (isStopping) return
    if (Date.now() > deadline) throw new Error(`the ${name} did not answer within ${START_TIMEOUT_MS / 1000} s`)
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) })).ok
  } catch {
    return false
  }
}

async function isLotwatch(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/api/health/ready`, { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) })
    const body: unknown = await response.json()
    return response.ok && JSON.stringify(body) === '{"status":"ready"}'
  } catch {
    return false
  }
}

function requireWritable(folder: string) {
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
  } catch {
    console.error(`Lotwatch: cannot write to ${folder}; set DATA_DIR to a folder of your own`)
    process.exit(1)
  }
}

function readSettingsOrExit(): Settings {
  try {
    return readSettings(process.env)
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    console.error(`Lotwatch: settings: ${error.message}`)
    process.exit(1)
  }
}
