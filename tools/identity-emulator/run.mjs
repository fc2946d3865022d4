// Runs the Firebase Auth emulator and preserves its users across restarts, which the emulator does not do when killed.
//
//   node tools/identity-emulator/run.mjs --host 127.0.0.1 --port 4602 --project demo-lotwatch --data ./data/identity
//
// Prints "ready" when it answers and has its users back. Ends on SIGTERM, SIGINT or when the parent process goes away.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const START_TIMEOUT_MS = 90_000
const POLL_MS = 150
const SAVE_INTERVAL_MS = 3000
const STOP_TIMEOUT_MS = 5000

const { values } = parseArgs({
  options: {
    host: { type: 'string', default: '127.0.0.1' },
    port: { type: 'string', default: '4602' },
    project: { type: 'string', default: 'demo-lotwatch' },
    data: { type: 'string', default: './data/identity' },
  },
})
const here = dirname(fileURLToPath(import.meta.url))
const data = resolve(values.data)
const usersFile = join(data, 'users.json')
const pidFile = join(data, 'emulator.pid')
const base = `http://${values.host}:${values.port}`
const accounts = `${base}/identitytoolkit.googleapis.com/v1/projects/${values.project}/accounts`
const owner = { authorization: 'Bearer owner', 'content-type': 'application/json' }

mkdirSync(data, { recursive: true })
const configFile = join(data, 'firebase.json')
const [hub, logging] = [await freePort(), await freePort()]
writeFileSync(
  configFile,
  JSON.stringify({
    emulators: {
      auth: { host: values.host, port: Number(values.port) },
      hub: { host: values.host, port: hub },
      logging: { host: values.host, port: logging },
      ui: { enabled: false },
      singleProjectMode: true,
    },
  }),
)

endOrphan()
const emulator = spawn(
  process.execPath,
  [
    join(here, 'node_modules', 'firebase-tools', 'lib', 'bin', 'firebase.js'),
    ...['emulators:start', '--only', 'auth', '--project', values.project, '--config', configFile],
  ],
  // Has its own home folder, so that it finds no login and leaves no files. CI suppresses prompts.
  { cwd: data, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, HOME: data, CI: '1', NO_UPDATE_NOTIFIER: '1' } },
)
writeFileSync(pidFile, String(emulator.pid))
let output = ''
for (const stream of [emulator.stdout, emulator.stderr]) {
  stream.on('data', (chunk) => {
    output = (output + chunk).slice(-4000)
  })
}
let isStopping = false
let savedHash = ''
let saving
emulator.on('exit', (code) => {
  if (isStopping) return
  console.error(`identity emulator ended with code ${code}:\n${output.trimEnd()}`)
  process.exit(1)
})

for (const signal of ['SIGINT', 'SIGTERM', 'disconnect']) process.on(signal, stop)

try {
  await begin()
} catch (error) {
  // While stopping, requests to the emulator fail as expected.
  if (!isStopping) {
    console.error(`identity emulator: ${error.message}\n${output.trimEnd()}`)
    emulator.kill('SIGKILL')
    process.exit(1)
  }
}

/** Waits until the emulator answers, restores its users, and saves them at an interval from then on. */
async function begin() {
  const deadline = Date.now() + START_TIMEOUT_MS
  while (!(await answers())) {
    if (isStopping) return
    if (Date.now() > deadline) throw new Error(`did not start in ${START_TIMEOUT_MS / 1000} s`)
    await pause(POLL_MS)
  }
  await restore()
  // Email enumeration protection, on by default in Firebase projects since 2023.
  await fetch(`${base}/identitytoolkit.googleapis.com/v2/projects/${values.project}/config?updateMask=emailPrivacyConfig`, {
    method: 'PATCH',
    headers: owner,
    body: JSON.stringify({ emailPrivacyConfig: { enableImprovedEmailPrivacy: true } }),
  })
  if (isStopping) return
  saving = setInterval(() => void save().catch(() => {}), SAVE_INTERVAL_MS)
  console.log('ready')
  process.send?.('ready')
}

async function answers() {
  try {
    return (await fetch(base)).ok
  } catch {
    return false
  }
}

async function restore() {
  if (!existsSync(usersFile)) return
  const { users = [] } = JSON.parse(readFileSync(usersFile, 'utf8'))
  if (users.length === 0) return
  const response = await fetch(`${accounts}:batchCreate`, { method: 'POST', headers: owner, body: JSON.stringify({ users }) })
  if (!response.ok) console.error(`identity emulator: ${users.length} users could not be restored (status ${response.status})`)
}

async function save() {
  const response = await fetch(`${accounts}:batchGet?maxResults=-1`, { headers: owner })
  if (!response.ok) return
  const text = await response.text()
  const hash = createHash('sha256').update(text).digest('hex')
  if (hash === savedHash) return
  writeFileSync(`${usersFile}.new`, text, { mode: 0o600 })
  renameSync(`${usersFile}.new`, usersFile)
  savedHash = hash
}

async function stop() {
  if (isStopping) return
  isStopping = true
  // Until the users are restored, saving would overwrite them with an incomplete state.
  if (saving) {
    clearInterval(saving)
    await save().catch(() => {})
  }
  emulator.once('exit', () => process.exit(0))
  emulator.kill('SIGTERM')
  setTimeout(() => {
    emulator.kill('SIGKILL')
    process.exit(0)
  }, STOP_TIMEOUT_MS).unref()
}

/** Ends an emulator whose wrapper was killed: it would keep running and hold the port. Its users have been saved. */
function endOrphan() {
  try {
    const pid = Number(readFileSync(pidFile, 'utf8'))
    // The process id may belong to another program by now.
    if (pid > 0 && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('firebase')) process.kill(pid, 'SIGKILL')
  } catch {
    // There is none.
  }
}

function pause(ms) {
  return new Promise((proceed) => setTimeout(proceed, ms))
}

function freePort() {
  return new Promise((found, reject) => {
    const probe = createServer()
    probe.on('error', reject)
    probe.listen(0, values.host, () => {
      const { port } = probe.address()
      probe.close(() => found(port))
    })
  })
}
