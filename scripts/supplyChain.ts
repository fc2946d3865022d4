/**
 * Supply chain of this project's packages: `licences` lists them by licence and refuses unknown ones, `sbom` writes a bill of
 * materials (CycloneDX), `audit` asks the registry for known vulnerabilities and for signatures. An unreachable registry is
 * reported but is not a failure.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
/** The app with its tools, and the identity emulator, which is only for development and tests. */
const FOLDERS = [root, join(root, 'tools', 'identity-emulator')]
const SBOM_FILE = 'sbom.cdx.json'
const REGISTRY_TIMEOUT_MS = 60_000

/** Accepted licences, as SPDX identifiers; adding one is a decision. */
const ACCEPTED = new Set([
  ...['MIT', 'MIT-0', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'CC0-1.0', 'CC-BY-4.0'],
  ...['Python-2.0', 'Unlicense', 'WTFPL', 'MPL-2.0', 'PostgreSQL', 'Zlib'],
])

/** Packages whose licence is only in a file, or not an SPDX expression. */
const NAMED_OTHERWISE: Readonly<Record<string, string>> = {
  'deep-freeze': 'CC0-1.0',
  'url-template': 'BSD-3-Clause',
  'valid-url': 'MIT',
}

type Component = { name: string; version: string; licenses?: { license?: { id?: string; name?: string }; expression?: string }[] }
type Sbom = { components?: Component[] }

function readSbom(folder: string): Sbom {
  const words = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only']
  const { status, stdout, stderr } = npm(folder, ...words)
  if (status !== 0) throw new Error(`npm ${words.join(' ')} failed in ${folder}:\n${stderr}`)
  return JSON.parse(stdout) as Sbom
}

function listLicences(): void {
  const packages = FOLDERS.flatMap((folder) =>
    (readSbom(folder).components ?? []).map((one) => [licenceOf(folder, one), one] as const),
  )
  const byLicence = [...Map.groupBy(packages, ([licence]) => licence)].sort(([, a], [, b]) => b.length - a.length)
  for (const [licence, all] of byLicence) {
    const few = all.length > 5 ? '' : `: ${all.map(([, { name, version }]) => `${name}@${version}`).join(', ')}`
    console.log(`${String(all.length).padStart(5)}  ${licence}${few}`)
  }
  const refused = byLicence.filter(([licence]) => !isAccepted(licence)).map(([licence]) => licence)
  console.log(`${packages.length} packages, ${byLicence.length} licences`)
  if (refused.length > 0) {
    console.error(`not accepted: ${refused.join(', ')}`)
    process.exitCode = 1
  }
}

/** The licence from the lock file, else from the installed package. Older packages declare it in other forms. */
function licenceOf(folder: string, { name, licenses = [] }: Component): string {
  const known = NAMED_OTHERWISE[name]
  if (known) return known
  const named = licenses.flatMap(({ license, expression }) => expression ?? license?.id ?? license?.name ?? [])
  if (named.length > 0) return named.join(' OR ')
  try {
    const { license, licenses: old } = JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8')) as {
      license?: string | { type?: string }
      licenses?: { type?: string }[]
    }
    if (typeof license === 'string') return license
    return license?.type ?? old?.map(({ type }) => type).join(' OR ') ?? 'unknown'
  } catch {
    return 'unknown (of another platform, or not installed)'
  }
}

/** One accepted licence of an `OR` suffices; an `AND` needs all. Packages of other platforms have their parent's licence. */
function isAccepted(licence: string): boolean {
  if (licence.startsWith('unknown (')) return true
  const plain = licence.replace(/[()]/g, '')
  return plain.split(/ OR /i).some((choice) => choice.split(/ AND /i).every((one) => ACCEPTED.has(one.trim())))
}

function writeSbom(): void {
  const [own] = FOLDERS
  const sbom = readSbom(own ?? root)
  writeFileSync(join(root, SBOM_FILE), `${JSON.stringify(sbom, null, 2)}\n`)
  console.log(`${SBOM_FILE}: ${sbom.components?.length ?? 0} components`)
}

function audit(): void {
  for (const folder of FOLDERS) {
    for (const words of [
      ['audit', '--json'],
      ['audit', 'signatures'],
    ]) {
      const { status, stdout, stderr } = npm(folder, ...words)
      const title = `npm ${words.join(' ')} in ${folder.slice(root.length + 1) || '.'}`
      if (isUnanswered(stdout + stderr) || status === null) {
        console.log(`${title}: not checked, the registry does not answer it`)
        continue
      }
      console.log(`${title}: ${summaryOf(stdout) ?? (stdout + stderr).trim()}`)
      if (status !== 0) process.exitCode = 1
    }
  }
}

const isUnanswered = (output: string) =>
  /ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|E40[0345]|E50\d|ENOAUDIT|audit endpoint returned an error|No dependencies found|no dependencies to audit|fetch failed/i.test(
    output,
  )

function summaryOf(json: string): string | undefined {
  try {
    const { metadata } = JSON.parse(json) as { metadata?: { vulnerabilities?: Record<string, number> } }
    const found = Object.entries(metadata?.vulnerabilities ?? {}).filter(([, count]) => count > 0)
    return found.length > 0 ? found.map(([severity, count]) => `${count} ${severity}`).join(', ') : 'no known vulnerabilities'
  } catch {
    return undefined
  }
}

function npm(folder: string, ...words: string[]) {
  return spawnSync('npm', words, {
    cwd: folder,
    encoding: 'utf8',
    timeout: REGISTRY_TIMEOUT_MS,
    maxBuffer: 256 * 1024 * 1024,
    shell: process.platform === 'win32',
  })
}

const [command = ''] = process.argv.slice(2)
if (command === 'licences') listLicences()
else if (command === 'sbom') writeSbom()
else if (command === 'audit') audit()
else {
  console.error('one of: licences, sbom, audit')
  process.exitCode = 1
}
