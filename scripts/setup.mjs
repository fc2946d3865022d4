// Installs missing packages. Plain JavaScript for Node 18 and newer, because it runs before anything is installed.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

const LEAST_NODE = 18
const SERVER_NODE = 24
const STAMP = '.lotwatch-setup.json'

/** Exits with a one-line reason. */
export function giveUp(reason) {
  console.error(`Lotwatch: ${reason}`)
  process.exit(1)
}

/**
 * Installs the packages if the lock file has changed: only those needed at run time, or all.
 * @param {'run' | 'all'} scope
 * @returns {Promise<string>} the path of the Node that runs the server
 */
export async function installPackages(scope) {
  if (Number(process.versions.node.split('.')[0]) < LEAST_NODE)
    giveUp(`needs Node ${LEAST_NODE} or newer, this is ${process.version}`)
  await install(root, scope === 'run' ? ['--omit=dev'] : [], scope)
  const node = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')
  if (existsSync(node)) return node
  // No packaged Node for this platform: the current one has to be new enough.
  if (Number(process.versions.node.split('.')[0]) >= SERVER_NODE) return process.execPath
  return giveUp(`needs Node ${SERVER_NODE} on ${process.platform}-${process.arch}, this is ${process.version}`)
}

/** Installs the identity emulator, which replaces Firebase while no project is configured. */
export async function installIdentityEmulator() {
  await install(join(root, 'tools', 'identity-emulator'), [], 'all')
}

async function install(folder, flags, scope) {
  const stampFile = join(folder, 'node_modules', STAMP)
  const lock = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex')
  const stamp = readStamp(stampFile)
  if (stamp.lock === lock && (stamp.scope === 'all' || stamp.scope === scope)) return
  console.log(`Installing packages${folder === root ? '' : ' of the identity emulator'} …`)
  const status = await new Promise((resolve) => {
    const child = spawn('npm', ['ci', '--no-audit', '--no-fund', ...flags], {
      cwd: folder,
      stdio: ['ignore', 'inherit', 'inherit'],
      shell: process.platform === 'win32',
      env: { ...process.env, PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' },
    })
    child.on('error', (error) => giveUp(`npm cannot be run (${error.message})`))
    child.on('exit', resolve)
  })
  if (status !== 0) giveUp(`"npm ci" failed in ${folder}; its own lines above say why`)
  writeFileSync(stampFile, JSON.stringify({ lock, scope }))
}

function readStamp(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return {}
  }
}

const CHROMIUM_PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** The path of a Chromium for the browser tests; installs Debian's package if possible. */
export function findChromium() {
  const named = process.env.CHROMIUM_PATH
  if (named) return existsSync(named) ? named : giveUp(`CHROMIUM_PATH is ${named}, and there is no such file`)
  const found = () => CHROMIUM_PLACES.find((place) => existsSync(place))
  const there = found()
  if (there) return there
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const canInstall = existsSync('/usr/bin/apt-get') && (sudo.length === 0 || spawnSync('sudo', ['-n', 'true']).status === 0)
  if (canInstall) {
    console.log('Installing Chromium for the browser tests …')
    const apt = (...words) =>
      spawnSync([...sudo, 'apt-get', ...words][0], [...sudo, 'apt-get', ...words].slice(1), {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      })
    apt('update', '-qq')
    apt('install', '-y', '-qq', 'chromium')
  }
  return found() ?? giveUp('the browser tests need Chromium: install it (Debian: apt-get install chromium) or set CHROMIUM_PATH')
}
