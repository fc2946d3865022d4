/**
 * `node scripts/check-expressions.ts`: every regular expression of server, contract and worker takes time in proportion to
 * the text that it reads. They see what strangers write, and one that does not could hold a thread for hours.
 */
import { join } from 'node:path'
import { findExpressions } from './expressions/find.ts'
import { CACHE_FILE, judgeAll, keyOf } from './expressions/judge.ts'

const root = join(import.meta.dirname, '..')
const FOLDERS = ['contract', 'server', 'sw']

/** Expressions that may stay although they are not known to be linear, by source and flags, with the reason. */
const ALLOWED: Readonly<Record<string, string>> = {}
/** Constructions that make nothing while their module loads, by file, with the reason. */
const ALLOWED_UNMADE: Readonly<Record<string, string>> = {
  'sw/payload.ts': 'ids of fixed length; the module needs a service worker to load',
}

const started = performance.now()
const { expressions, unmade } = await findExpressions(root, FOLDERS)
const verdicts = await judgeAll(expressions, join(root, CACHE_FILE))
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
for (const text of Object.keys(ALLOWED)) if (!used.has(text)) faults.push(`allowed, but not there or safe by now: ${text}`)
for (const place of unmade) {
  if (!ALLOWED_UNMADE[place.replace(/:\d+$/, '')])
    faults.push(`made only when it is used, so not checked: ${place}; make it a constant of the module`)
}
const seconds = ((performance.now() - started) / 1000).toFixed(1)
const sum = Object.entries(counts).map(([name, count]) => `${count} ${name}`)
console.log(
  `${expressions.length} regular expressions, ${verdicts.size} different: ${sum.join(', ')}; ${unmade.length} made when used; ${seconds} s`,
)
if (faults.length > 0) console.log(faults.join('\n'))
process.exit(faults.length === 0 ? 0 : 1)
