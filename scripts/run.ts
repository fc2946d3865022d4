/**
 * The second half of `npm start`, after the installation: builds the app and runs all parts until Ctrl-C. With `--dev`
 * (`npm run dev`) Vite serves the app with hot reload, and the server restarts when its sources change.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants, mkdirSync, watch } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { MEMORY_FLAGS, MEMORY_VARIABLES } from '../server/runtime/memory.ts'
import { readSettings, type Settings, SettingsError } from '../server/settings.ts'
import { build } from './build.ts'
import { lockRun } from './runLock.ts'

const root = join(import.meta.dirname, '..')
const START_TIMEOUT_MS = 120_000
const POLL_MS = 100
const PROBE_TIMEOUT_MS = 1000
/** Editors and git write several files at once. */
const RESTART_PAUSE_MS = 300

const isDev = process.argv.includes('--dev')

type Part = { name: string; child: ChildProcess }
/** Child processes that are expected to end. */
const dismissed = new WeakSet<ChildProcess>()

const settings = readSettingsOrExit()
const address = `http://${settings.host === '127.0.0.1' ? 'localhost' : settings.host}:${settings.port}`
requireWritable(settings.dataDir)
const lock = await lockRun(settings.dataDir, () => console.log('Lotwatch: waiting for the run that is ending …'))
if (!lock.held) {
  if (lock.by === 'running')
    console.log(`Lotwatch runs already${(await isLotwatch(address)) ? `: ${address}` : ` on ${settings.dataDir}`}`)
  else console.error(`Lotwatch: another run still uses ${settings.dataDir}; it does not end`)
  process.exit(lock.by === 'running' ? 0 : 1)
}

const parts: Part[] = []
let isStopping = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(0))

try {
  // Started first: they take longest and do not need the build.
  const emulator = await startEmulator()
  const house = await startHouse()
  if (!isDev) build()
  const places = {
    ...(emulator ? { FIREBASE_AUTH_EMULATOR_HOST: emulator.place } : {}),
    ...(house ? { DEMO_HOUSE_URL: house.url } : {}),
  }
  const startServer = () =>
    start('server', [...MEMORY_FLAGS, join(root, 'server', 'main.ts')], { ...MEMORY_VARIABLES, ...places })
  if (!isStopping) {
    const server = startServer()
    if (isDev) restartOnChanges(server, startServer)
  }
  await Promise.all([
    until('server', () => isLotwatch(address)),
    // Ready means that its users are restored, not only that it responds.
    emulator && until('identity emulator', async () => emulator.isReady()),
    house && until('demo auction house', () => answers(house.url)),
  ])
  if (isDev && !isStopping) startVite()
  else if (!isStopping) console.log(`\n  Lotwatch: ${settings.publicUrl}\n`)
} catch (error) {
  console.error(`Lotwatch: ${error instanceof Error ? error.message : String(error)}`)
  await stop(1)
}

/** Undefined with a Firebase project. Uses an emulator that is already running at a configured address. */
async function startEmulator(): Promise<{ place: string; isReady: () => boolean } | undefined> {
  const { emulatorHost, projectId } = settings.identity
  if (!emulatorHost) return undefined
  const isNamed = process.env.FIREBASE_AUTH_EMULATOR_HOST !== undefined
  if (isNamed && (await answers(`http://${emulatorHost}`))) return { place: emulatorHost, isReady: () => true }
  const { hostname, port } = new URL(`http://${emulatorHost}`)
  const free = isNamed ? Number(port) : await freePort(hostname, Number(port), 'identity emulator')
  const child = start('identity emulator', [
    join(root, 'tools', 'identity-emulator', 'run.mjs'),
    ...['--host', hostname, '--port', String(free), '--project', projectId, '--data', join(settings.dataDir, 'identity')],
  ])
  let isReady = false
  child.on('message', (message) => {
    isReady ||= message === 'ready'
  })
  return { place: `${hostname}:${free}`, isReady: () => isReady }
}

/**
 * Node's watch mode is unsuitable, because it posts its own messages to worker threads. A server that exits while its sources
 * are being written is restarted at the next change.
 */
function restartOnChanges(first: ChildProcess, startServer: () => ChildProcess): void {
  let server = first
  dismissed.add(server)
  let timer: NodeJS.Timeout | undefined
  const restart = async () => {
    console.log('Lotwatch: sources have changed; the server restarts')
    if (server.exitCode === null && server.signalCode === null) {
      const ended = once(server, 'exit')
      server.kill('SIGTERM')
      await ended
    }
    if (isStopping) return
    server = startServer()
    dismissed.add(server)
  }
  for (const folder of ['server', 'contract']) {
    watch(join(root, folder), { recursive: true }, () => {
      clearTimeout(timer)
      timer = setTimeout(() => void restart(), RESTART_PAUSE_MS)
    })
  }
}

/** Vite prints its own URL, where the app hot-reloads. It proxies API calls to the server. */
function startVite(): void {
  start('app', [join(root, 'node_modules', 'vite', 'bin', 'vite.js'), '--clearScreen', 'false'], { API_ORIGIN: address })
}

/** Undefined if the demo house is switched off. */
async function startHouse(): Promise<{ url: string } | undefined> {
  const { enabled, url } = settings.demoHouse
  if (!enabled) return undefined
  const { hostname, port, protocol } = new URL(url)
  const isNamed = process.env.DEMO_HOUSE_URL !== undefined
  const free = isNamed ? Number(port) : await freePort(hostname, Number(port), 'demo auction house')
  start('demo auction house', [join(root, 'tools', 'demo-house', 'main.ts')], {
    DEMO_HOST: hostname,
    DEMO_PORT: String(free),
    DATA_DIR: join(settings.dataDir, 'demo-house'),
  })
  return { url: `${protocol}//${hostname}:${free}` }
}

/** The wanted port, or a random free one if it is taken. */
async function freePort(host: string, wanted: number, name: string): Promise<number> {
  const tried = (await probePort(host, wanted)) ?? (await probePort(host, 0))
  if (tried === undefined) throw new Error(`no port is free for the ${name}`)
  if (tried !== wanted) console.log(`Lotwatch: port ${wanted} is taken; the ${name} uses ${tried}`)
  return tried
}

/** Tries to listen on a port; 0 for any. @returns the port; undefined if it is taken */
function probePort(host: string, port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(undefined))
    probe.listen(port, host, () => {
      const found = probe.address()
      probe.close(() => resolve(typeof found === 'object' && found ? found.port : undefined))
    })
  })
}

/** Starts a part in its own process group, so that Ctrl-C reaches only this process, which ends the parts in order. */
function start(name: string, words: string[], environment: Record<string, string> = {}): ChildProcess {
  const child = spawn(process.execPath, words, {
    cwd: root,
    detached: true,
    // However this process dies, the channel closes, and the part then exits.
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, ...environment },
  })
  const part = { name, child }
  parts.push(part)
  child.on('exit', (code, signal) => {
    parts.splice(parts.indexOf(part), 1)
    if (isStopping || dismissed.has(child)) return
    console.error(`Lotwatch: the ${name} has ended (${signal ?? `code ${code}`})`)
    void stop(1)
  })
  return child
}

/** Ends the parts, the server first, because it depends on the others. */
async function stop(code: number): Promise<never> {
  if (!isStopping) {
    isStopping = true
    if (lock.held) lock.setState('stopping')
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
