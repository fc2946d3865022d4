/**
 * `node scripts/check-expressions.ts`: checks against ReDoS that every regular expression of server, contract, service
 * worker and demo house takes linear time. They run on untrusted text, and a superlinear one could block a thread for hours. Checking one
 * takes up to half a minute, so safe ones are recorded by a hash of source and flags. `--write` records new ones.
 */
import { join } from 'node:path'
import { findExpressions } from './expressions/find.ts'
import { judgeAll, keyOf, writeRecord } from './expressions/judge.ts'

const root = join(import.meta.dirname, '..')
const FOLDERS = ['contract', 'server', 'sw', 'tools/demo-house']

/** Expressions that are allowed although not known to be linear, by source and flags, with the reason. */
const ALLOWED: Readonly<Record<string, string>> = {}

const started = performance.now()
const { expressions, lazy } = await findExpressions(root, FOLDERS)
const recordFile = join(root, 'scripts', 'expressions', 'safe.json')
const verdicts = await judgeAll(expressions, recordFile)
if (process.argv.includes('--write')) writeRecord(recordFile, verdicts)
const faults: string[] = []
const counts = { safe: 0, vulnerable: 0, unknown: 0, allowed: 0 }
const used = new Set<string>()
for (const [key, { status, details }] of verdicts) {
  const same = expressions.filter((expression) => keyOf(expression) === key)
  const [{ source, flags } = { source: '', flags: '' }] = same
  const text = `/${source}/${flags}`
  if (status === 'safe') counts.safe++
  else if (ALLOWED[text]) {
    counts.allowed++
    used.add(text)
  } else {
    counts[status]++
    faults.push(`${status} (${details}): ${text}\n  ${same.map(({ place }) => place).join('\n  ')}`)
  }
}
for (const text of Object.keys(ALLOWED)) if (!used.has(text)) faults.push(`allowed, but no longer used or safe by now: ${text}`)
for (const place of lazy) faults.push(`constructed lazily, so not checked: ${place}; make it a constant of the module`)
const seconds = ((performance.now() - started) / 1000).toFixed(1)
const sum = Object.entries(counts).map(([name, count]) => `${count} ${name}`)
console.log(
  `${expressions.length} regular expressions, ${verdicts.size} different: ${sum.join(', ')}; ${lazy.length} constructed lazily; ${seconds} s`,
)
if (faults.length > 0) console.log(faults.join('\n'))
process.exit(faults.length === 0 ? 0 : 1)
