// Completes package-lock.json for every platform; run it after each change of the dependencies.
//
// A registry that carries only some platforms' native packages lets `npm install` write a lock file without the
// others, and `npm ci` then refuses that very file ("Missing: @biomejs/cli-darwin-arm64@… from lock file", npm/cli
// issue 9846). An entry with the exact version, `optional` and the platform is enough for npm to skip it elsewhere. Its
// integrity comes from the registry's metadata, so that other platforms install pinned binaries too; packages that
// the registry does not know are reported and stay unpinned.
import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { promisify } from 'node:util'

const PLATFORMS = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32']
const PROCESSORS = ['arm', 'arm64', 'ia32', 'loong64', 'mips64el', 'ppc64', 'ppc64le', 'riscv64', 's390x', 'x64', 'wasm32']
/** Concurrent requests to the registry. */
const LOOK_UPS_AT_ONCE = 4
const LOOK_UP_TIMEOUT_MS = 30_000
const ALIASES = {
  windows: 'win32',
  win: 'win32',
  ppc64le: 'ppc64',
  ppc64el: 'ppc64',
  ppc64le64: 'ppc64',
  loongarch64: 'loong64',
  eabi: 'arm',
}

const file = process.argv[2] ?? 'package-lock.json'
const lock = JSON.parse(readFileSync(file, 'utf8'))
let added = 0

for (const [path, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    if (isResolved(path, name)) continue
    if (!/^\d/.test(version)) {
      console.error(`complete-lock: ${name}@${version} (of ${path || 'the project'}) is a range that nothing resolved; left out`)
      continue
    }
    const words = name.split(/[/@_-]/).map((word) => ALIASES[word] ?? word)
    const os = words.filter((word) => PLATFORMS.includes(word))
    const cpu = words.filter((word) => PROCESSORS.includes(word))
    const libc = words.includes('musl') ? ['musl'] : words.includes('gnu') ? ['glibc'] : undefined
    lock.packages[locationFor(path, name, version)] = {
      version,
      ...(os.length > 0 ? { os } : {}),
      ...(cpu.length > 0 ? { cpu } : {}),
      ...(libc ? { libc } : {}),
      ...(entry.dev ? { dev: true } : {}),
      optional: true,
    }
    added++
  }
}

const unpinned = Object.entries(lock.packages).filter(([path, { integrity, link }]) => path !== '' && !integrity && !link)
const unknown = []
for (let at = 0; at < unpinned.length; at += LOOK_UPS_AT_ONCE) {
  await Promise.all(unpinned.slice(at, at + LOOK_UPS_AT_ONCE).map(([path, entry]) => pin(path, entry)))
}
if (unknown.length > 0) console.error(`complete-lock: the registry gave no integrity for ${unknown.join(', ')}`)

lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
const pinned = unpinned.length - unknown.length
console.log(`complete-lock: ${added} entries for other platforms added to ${file}, ${pinned} pinned by their integrity`)

/** Sets an entry's integrity and platform from the registry's metadata, which is more reliable than the package's name. */
async function pin(path, entry) {
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
  const wanted = ['dist.integrity', 'os', 'cpu', 'libc']
  try {
    const { stdout } = await promisify(execFile)('npm', ['view', `${name}@${entry.version}`, '--json', ...wanted], {
      timeout: LOOK_UP_TIMEOUT_MS,
    })
    const { 'dist.integrity': integrity, ...platform } = JSON.parse(stdout)
    if (typeof integrity !== 'string') throw new Error('no integrity')
    const { version, ...rest } = entry
    lock.packages[path] = { version, integrity, ...rest, ...platform }
  } catch {
    unknown.push(`${name}@${entry.version}`)
  }
}

/** Resolves like Node: the nearest node_modules upwards. */
function isResolved(path, name) {
  for (let folder = path; ; folder = folder.slice(0, folder.lastIndexOf('/node_modules/'))) {
    if (lock.packages[`${folder ? `${folder}/` : ''}node_modules/${name}`]) return true
    if (!folder.includes('/node_modules/')) break
  }
  return Boolean(lock.packages[`node_modules/${name}`])
}

/** Next to the parent's copy, or nested below it if another version is at the top. */
function locationFor(path, name, version) {
  const sibling = `${path.slice(0, Math.max(0, path.lastIndexOf('node_modules/')))}node_modules/${name}`
  const taken = lock.packages[sibling]
  return taken && taken.version !== version ? `${path}/node_modules/${name}` : sibling
}
