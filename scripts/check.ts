/** `npm run check`: all static checks. Runs all of them, then reports the failures. */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { faultOfBorders } from './borders.ts'
import { build } from './build.ts'

const root = join(import.meta.dirname, '..')

/** `run` returns a description of the fault, or undefined. */
type Check = { name: string; run: () => string | undefined }

const PROMISE_RULES = ['typescript/no-floating-promises', 'typescript/no-misused-promises', 'typescript/await-thenable']
const LOCALES = ['en', 'de']

/** Of the app and the identity emulator. */
const LOCK_FILES = ['package-lock.json', 'tools/identity-emulator/package-lock.json']

const CHECKS: Check[] = [
  { name: 'borders as in their table', run: faultOfBorders },
  { name: 'format, lint and borders', run: () => tool('biome', 'ci', '.') },
  {
    name: 'promises',
    run: () =>
      tool(
        'oxlint',
        '--type-aware',
        '-A',
        'all',
        ...PROMISE_RULES.flatMap((rule) => ['-D', rule]),
        'server',
        'src',
        'scripts',
        'tools/demo-house',
      ),
  },
  { name: 'types of the server', run: () => tool('tsc', '-p', 'server/tsconfig.json') },
  { name: 'types of the app', run: () => tool('tsc', '-p', 'tsconfig.json') },
  { name: 'types of the build', run: () => tool('tsc', '-p', 'tsconfig.build.json') },
  { name: 'types of the worker', run: () => tool('tsc', '-p', 'sw/tsconfig.json') },
  { name: "types of the app's tests", run: () => tool('tsc', '-p', 'tests/app/tsconfig.json') },
  { name: 'types of the browser tests', run: () => tool('tsc', '-p', 'tests/e2e/tsconfig.json') },
  { name: 'packages pinned by their integrity', run: checkLockFiles },
  { name: 'regular expressions are linear', run: checkExpressions },
  { name: 'messages extracted and translated', run: checkMessages },
  {
    name: 'size budgets',
    run: () => {
      build()
      return tool('size-limit')
    },
  },
]

const failed = CHECKS.filter(({ name, run }) => {
  const fault = run()
  console.log(`${fault === undefined ? 'ok  ' : 'FAIL'} ${name}`)
  if (fault !== undefined) console.log(`${fault.trimEnd()}\n`)
  return fault !== undefined
})
console.log(`${CHECKS.length - failed.length} passed, ${failed.length} failed`)
process.exit(failed.length === 0 ? 0 : 1)

function tool(name: string, ...words: string[]): string | undefined {
  const { status, stdout, stderr, error } = spawnSync(join(root, 'node_modules', '.bin', name), words, {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH}`, NO_COLOR: '1' },
    maxBuffer: 64 * 1024 * 1024,
  })
  if (error) return error.message
  return status === 0 ? undefined : `${stdout}${stderr}`
}

/** Every package must be pinned by its integrity hash; otherwise npm installs whatever the registry serves. */
function checkLockFiles(): string | undefined {
  const unpinned = LOCK_FILES.flatMap((file) => {
    const { packages } = JSON.parse(readFileSync(join(root, file), 'utf8')) as {
      packages: Record<string, { integrity?: string; link?: boolean }>
    }
    return Object.entries(packages)
      .filter(([path, { integrity, link }]) => path !== '' && !integrity && !link)
      .map(([path]) => `${file}: ${path}`)
  })
  return unpinned.length > 0 ? `without integrity (npm run lock):\n${unpinned.join('\n')}` : undefined
}

/** Also prints its counts when it succeeds. */
function checkExpressions(): string | undefined {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'scripts', 'check-expressions.ts')], {
    encoding: 'utf8',
  })
  if (status === 0) console.log(`     ${stdout.trimEnd()}`)
  return status === 0 ? undefined : `${stdout}${stderr}`
}

/** A message missing from the catalogue shows as a code to users, and the build does not report it. */
function checkMessages(): string | undefined {
  const files = LOCALES.map((locale) => join(root, 'src/i18n/locales', locale, 'messages.po'))
  const before = files.map((file) => readFileSync(file, 'utf8'))
  const fault = tool('lingui', 'extract', '--clean')
  if (fault) return fault
  const after = files.map((file) => readFileSync(file, 'utf8'))
  for (const [index, file] of files.entries()) writeFileSync(file, before[index] ?? '')
  const stale = files.filter((_, index) => withoutDate(before[index]) !== withoutDate(after[index]))
  if (stale.length > 0) return `not up to date (npm run extract):\n${stale.join('\n')}`
  const missing = files.flatMap((file, index) => untranslated(after[index] ?? '').map((id) => `${file}: ${id}`))
  return missing.length > 0 ? `not translated:\n${missing.join('\n')}` : undefined
}

function withoutDate(catalogue = ''): string {
  return catalogue.replace(/^"POT-Creation-Date:.*$/m, '')
}

/** Ids of a PO file's entries (GNU gettext) whose translation is empty. */
function untranslated(catalogue: string): string[] {
  return catalogue.split(/\n{2,}/).flatMap((entry) => {
    const id = /^msgid (".*"(?:\n".*")*)/m.exec(entry)?.[1]
    const text = /^msgstr (".*"(?:\n".*")*)/m.exec(entry)?.[1]
    const isHeader = id === '""'
    return id && !isHeader && text?.replace(/["\n]/g, '') === '' ? [id] : []
  })
}
