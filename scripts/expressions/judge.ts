import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import type { Expression } from './find.ts'

/*
 * Checks with `recheck` whether regular expressions take linear time: by automata theory or, where that is not possible, by
 * fuzzing for slow texts. Its native build, if available for the platform, is three times as fast as the JavaScript one.
 */

export type Verdict = { readonly status: 'safe' | 'vulnerable' | 'unknown'; readonly details: string }

/** Time limit for one expression. Most take a third of a second. */
const TIMEOUT_MS = 120_000
/** Fixed seed of the fuzzing, so that its verdicts are reproducible. */
const SEED = 1
type Pump = { readonly prefix: string; readonly pump: string }
/** Measurements of each length; the shortest counts. */
const ROUNDS = 5
/** The attack text is doubled from here until it takes `MIN_MS`: shorter times are noise. */
const FIRST_REPEATS = 64
const MAX_REPEATS = 2 ** 16
const MIN_MS = 0.5
/** Allowed growth over two doublings: linear is 4, quadratic 16. */
const MAX_GROWTH = 9
const ATTEMPTS = 5
const require = createRequire(import.meta.url)
const VERSION: string = require('recheck/package.json').version

type Open = readonly [key: string, expression: Expression]
type Judged = readonly [key: string, verdict: Verdict]

/** The verdicts by `keyOf`. Expressions recorded as safe are not checked again. */
export async function judgeAll(expressions: readonly Expression[], recordFile: string): Promise<Map<string, Verdict>> {
  const cached = readRecord(recordFile)
  const wanted = new Map(expressions.map((expression) => [keyOf(expression), expression]))
  const open: Open[] = [...wanted].filter(([key]) => !cached.has(key))
  const threads = availableParallelism()
  const shares = Array.from({ length: threads }, (_, thread) => open.filter((_, index) => index % threads === thread))
  for (const judged of await Promise.all(shares.map(judgeShare))) for (const [key, verdict] of judged) cached.set(key, verdict)
  const notJudged: Verdict = { status: 'unknown', details: 'not judged' }
  return new Map([...wanted.keys()].map((key) => [key, cached.get(key) ?? notJudged]))
}

/** Records safe expressions, one line each, so that diffs show them. */
export function writeRecord(recordFile: string, verdicts: ReadonlyMap<string, Verdict>): void {
  const safe = [...verdicts].filter(([, { status }]) => status === 'safe').map(([key]) => key)
  writeFileSync(recordFile, `${JSON.stringify(safe.sort(), null, 2)}\n`)
}

/** Checks expressions in a separate thread. */
function judgeShare(share: readonly Open[]): Promise<Judged[]> {
  if (share.length === 0) return Promise.resolve([])
  return new Promise((resolve, reject) => {
    const judged: Judged[] = []
    const worker = new Worker(fileURLToPath(import.meta.url), { workerData: share })
    worker.on('message', (one: Judged) => {
      judged.push(one)
      if (judged.length < share.length) return
      resolve(judged)
      void worker.terminate()
    })
    worker.on('error', reject)
    worker.on('exit', () => reject(new Error('a thread that judges expressions ended early')))
  })
}

export function keyOf({ source, flags }: Expression): string {
  return createHash('sha256').update(`${VERSION} ${flags} ${source}`).digest('base64url')
}

function readRecord(file: string): Map<string, Verdict> {
  const keys = JSON.parse(readFileSync(file, 'utf8')) as string[]
  return new Map(keys.map((key) => [key, { status: 'safe', details: 'recorded' }]))
}

if (!isMainThread && parentPort) {
  process.env.RECHECK_BACKEND = hasNativeForm() ? 'native' : 'pure'
  const { check } = require('recheck') as typeof import('recheck')
  for (const [key, { source, flags }] of workerData as Open[]) {
    const judged = await check(source, flags, { timeout: TIMEOUT_MS, randomSeed: SEED })
    // The fuzzer counts steps of its own engine, so its findings must be confirmed in V8.
    const isRefuted =
      judged.status === 'vulnerable' && judged.checker === 'fuzz' && !isSlow(new RegExp(source, flags), judged.attack)
    const details = judged.status === 'unknown' ? judged.error.kind : judged.complexity.summary
    parentPort.postMessage([key, { status: isRefuted ? 'safe' : judged.status, details }] satisfies Judged)
  }
}

/** Whether the time for the attack text grows faster than its length. */
function isSlow(expression: RegExp, { pumps, suffix }: { pumps: readonly Pump[]; suffix: string }): boolean {
  const timeOf = (repeats: number) => {
    const text = pumps.map(({ prefix, pump }) => prefix + pump.repeat(repeats)).join('') + suffix
    const times = Array.from({ length: ROUNDS }, () => {
      const started = performance.now()
      expression.lastIndex = 0
      expression.test(text)
      return performance.now() - started
    })
    return Math.min(...times)
  }
  let repeats = FIRST_REPEATS
  while (repeats < MAX_REPEATS && timeOf(repeats) < MIN_MS) repeats *= 2
  // A busy machine distorts single measurements. A slow expression is slow in all of them.
  return Array.from({ length: ATTEMPTS }).every(() => timeOf(4 * repeats) > MAX_GROWTH * timeOf(repeats))
}

function hasNativeForm(): boolean {
  const platform = { linux: 'linux', darwin: 'macos', win32: 'windows' }[process.platform as string]
  const processor = { x64: 'x64', arm64: 'arm64' }[process.arch as string]
  try {
    return require.resolve(`recheck-${platform}-${processor}/package.json`) !== ''
  } catch {
    return false
  }
}
