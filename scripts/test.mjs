// `npm test`: installs missing packages and a browser, runs all checks and suites, and prints totals at the end.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, relative } from 'node:path'
import { findChromium, installIdentityEmulator, installPackages, root } from './setup.mjs'

const [node] = await Promise.all([installPackages('all'), installIdentityEmulator()])
const bin = join(root, 'node_modules', '.bin')
const reports = mkdtempSync(join(tmpdir(), 'lotwatch-reports-'))
const env = {
  ...process.env,
  PATH: `${bin}${delimiter}${process.env.PATH}`,
  CHROMIUM_PATH: findChromium(),
  PLAYWRIGHT_JSON_OUTPUT_NAME: join(reports, 'e2e.json'),
}
const totals = { passed: 0, failed: 0, skipped: 0 }
/** Full failures, printed again at the end, because truncated logs keep their end. */
const failures = []
/** All tests with their durations, ms. */
const tests = []
const SLOWEST_SHOWN = 10

const checks = await run('check', [join(root, 'scripts', 'check.ts')])
const [, passed = 0, failed = 0] = /(\d+) passed, (\d+) failed\s*$/.exec(checks.output)?.map(Number) ?? []
count({ passed, failed, skipped: 0 }, checks.code)

for (const project of ['unit', 'server', 'security', 'browser']) {
  const report = join(reports, `${project}.json`)
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const { code } = await run(project, [
    vitest,
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    ...(project === 'security' ? [`--reporter=${join(root, 'tests/security/support/tableReporter.ts')}`] : []),
    `--outputFile.json=${report}`,
  ])
  const { numPassedTests = 0, numFailedTests = 0, numPendingTests = 0, testResults = [] } = readReport(report)
  count({ passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests }, code)
  for (const { assertionResults } of testResults)
    tests.push(...assertionResults.map(({ fullName, duration = 0 }) => ({ title: `${project}: ${fullName}`, duration })))
  for (const file of testResults.filter(({ status }) => status === 'failed')) {
    if (file.message) failures.push(`${project}: ${relative(root, file.name)}\n${file.message}`)
    for (const { fullName, failureMessages } of file.assertionResults.filter(({ status }) => status === 'failed'))
      failures.push(`${project}: ${relative(root, file.name)}: ${fullName}\n${failureMessages.join('\n')}`)
  }
}

const e2e = await run('e2e', [join(root, 'node_modules', '@playwright', 'test', 'cli.js'), 'test', '--reporter=list,json'])
const { stats = {}, suites = [] } = readReport(env.PLAYWRIGHT_JSON_OUTPUT_NAME)
count({ passed: stats.expected ?? 0, failed: stats.unexpected ?? 0, skipped: stats.skipped ?? 0 }, e2e.code)
for (const { file, title, ok, tests: runs } of suites.flatMap(specsOf)) {
  const results = runs.flatMap(({ results }) => results)
  tests.push({ title: `e2e: ${file}: ${title}`, duration: Math.max(0, ...results.map(({ duration }) => duration)) })
  if (ok) continue
  const messages = results.flatMap(({ errors }) => errors.map(({ message }) => message))
  failures.push(`e2e: ${file}: ${title}\n${messages.join('\n')}`)
}

rmSync(reports, { recursive: true, force: true })
console.log('\nslowest tests')
for (const { title, duration } of [...tests].sort((a, b) => b.duration - a.duration).slice(0, SLOWEST_SHOWN))
  console.log(`${(duration / 1000).toFixed(1).padStart(6)} s  ${title}`)
if (checks.code !== 0) failures.unshift(checks.output.replace(/^ok .*\n/gm, ''))
for (const failure of failures) console.log(`\nFAILED ${failure}`)
console.log(`\n${totals.passed} passed, ${totals.failed} failed${totals.skipped > 0 ? `, ${totals.skipped} skipped` : ''}`)
process.exit(totals.failed === 0 ? 0 : 1)

function run(name, words) {
  console.log(`\n--- ${name}`)
  return new Promise((resolve) => {
    let output = ''
    const child = spawn(node, words, { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] })
    child.stdout.on('data', (chunk) => {
      process.stdout.write(chunk)
      output += chunk
    })
    child.on('close', (code) => resolve({ code, output }))
  })
}

/** A suite that fails without a failed test (a crash, no tests) counts as one failure. */
function count({ passed, failed, skipped }, code) {
  totals.passed += passed
  totals.failed += failed === 0 && code !== 0 ? 1 : failed
  totals.skipped += skipped
}

/** All specs of a suite in Playwright's report, including nested suites. */
function specsOf({ specs = [], suites = [] }) {
  return [...specs, ...suites.flatMap(specsOf)]
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return {}
  }
}
