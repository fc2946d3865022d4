// Completes package-lock.json for every platform; run it after each change of the dependencies.
//
// A registry that carries only some platforms' native packages lets `npm install` write a lock file without the
// others, and `npm ci` then refuses that very file ("Missing: @biomejs/cli-darwin-arm64@… from lock file", npm/cli
// issue 9846). An entry with the exact version, `optional` and the platform is enough for npm to skip it elsewhere.
import { readFileSync, writeFileSync } from 'node:fs'

const PLATFORMS = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32']
const PROCESSORS = ['arm', 'arm64', 'ia32', 'loong64', 'mips64el', 'ppc64', 'ppc64le', 'riscv64', 's390x', 'x64', 'wasm32']
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

lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
console.log(`complete-lock: ${added} entries for other platforms added to ${file}`)

/** Node's own look-up: the nearest node_modules upwards. */
function isResolved(path, name) {
  for (let folder = path; ; folder = folder.slice(0, folder.lastIndexOf('/node_modules/'))) {
    if (lock.packages[`${folder ? `${folder}/` : ''}node_modules/${name}`]) return true
    if (!folder.includes('/node_modules/')) break
  }
  return Boolean(lock.packages[`node_modules/${name}`])
}

/** Beside the parent's copy; nested below it where another version stands at the top. */
function locationFor(path, name, version) {
  const sibling = `${path.slice(0, Math.max(0, path.lastIndexOf('node_modules/')))}node_modules/${name}`
  const taken = lock.packages[sibling]
  return taken && taken.version !== version ? `${path}/node_modules/${name}` : sibling
}
