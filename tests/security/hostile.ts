/**
 * `npm run test:hostile`: a whole server, as `npm start` runs it, reads hostile feeds and hostile bounce reports while
 * `/api/health/live` is called every 100 ms. Fails if a response takes longer than 200 ms, a hostile feed stops another, or
 * the server exits. `--limit-ms` sets another limit, for busy machines.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { freePort } from '../../server/runtime/freePort.ts'
import { MEMORY_FLAGS, MEMORY_VARIABLES } from '../../server/runtime/memory.ts'
import { HOSTILE_BOUNCES, HOSTILE_FEEDS, healthyFeed } from './support/hostileTexts.ts'

const PROBE_EVERY_MS = 100
/** How long the server is called before it reads anything, to measure the machine's own noise. */
const CALM_MS = 3000
const PROBE_TIMEOUT_MS = 30_000
const START_TIMEOUT_MS = 120_000
/** Feeds that use up their thread's time limit are read in sequence, two at a time. */
const READ_TIMEOUT_MS = 120_000
const SECRET = 'hostile-run-secret-0123456789'

const { values } = parseArgs({ options: { 'limit-ms': { type: 'string', default: '200' } } })
const limitMs = Number(values['limit-ms'])
const dataDir = mkdtempSync(join(tmpdir(), 'lotwatch-hostile-'))
/** Resolves when the calm phase is over and feeds are served. */
const answerFeeds = Promise.withResolvers<void>()
const feeds = await serveFeeds()
const server = await startServer()
try {
  process.exitCode = await run()
} finally {
  await stop(server)
  feeds.server.close()
  rmSync(dataDir, { recursive: true, force: true })
}

async function run(): Promise<number> {
  await until('the server', START_TIMEOUT_MS, async () => (await fetch(`${address()}/api/health/ready`)).ok)
  const calm: number[] = []
  const probingCalm = setInterval(() => void probe(calm), PROBE_EVERY_MS)
  await new Promise((resolve) => setTimeout(resolve, CALM_MS))
  clearInterval(probingCalm)
  answerFeeds.resolve()
  console.log(`idle: ${summaryOf(calm)}`)
  const probes: number[] = []
  const probing = setInterval(() => void probe(probes), PROBE_EVERY_MS)
  const faults: string[] = []
  for (const [name, report] of Object.entries(HOSTILE_BOUNCES)) {
    const started = performance.now()
    const status = await postBounce(report)
    console.log(`report  ${name}: ${status}, ${Math.round(performance.now() - started)} ms`)
    if (status !== 204 && status !== 422) faults.push(`report ${name}: ${status}`)
  }
  const wanted = [...Object.keys(HOSTILE_FEEDS), 'healthy'].map(idOf)
  await until('all feeds', READ_TIMEOUT_MS, async () => (await healthOfFeeds()).every(({ isRead }) => isRead))
  for (const { id, words, isOk } of await healthOfFeeds()) {
    console.log(`feed    ${id}: ${words}`)
    if (id === 'feed-healthy' && !isOk) faults.push('the healthy feed was not read')
  }
  console.log(`${wanted.length} feeds, ${Object.keys(HOSTILE_BOUNCES).length} reports`)
  clearInterval(probing)
  await new Promise((resolve) => setTimeout(resolve, PROBE_EVERY_MS))
  const longest = Math.max(...probes)
  console.log(`hostile: ${summaryOf(probes)}`)
  if (longest > limitMs) faults.push(`the longest answer took more than ${limitMs} ms`)
  if (server.exitCode !== null) faults.push('the server ended')
  for (const fault of faults) console.log(`FAIL ${fault}`)
  return faults.length === 0 ? 0 : 1
}

function summaryOf(probes: readonly number[]): string {
  const sorted = probes.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
  return `/api/health/live asked ${sorted.length} times: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms`
}

async function probe(probes: number[]): Promise<void> {
  const started = performance.now()
  try {
    const response = await fetch(`${address()}/api/health/live`, { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) })
    await response.arrayBuffer()
    const took = performance.now() - started
    probes.push(response.ok ? took : Number.POSITIVE_INFINITY)
    if (took > limitMs) console.log(`slow    an answer took ${Math.round(took)} ms`)
  } catch {
    probes.push(Number.POSITIVE_INFINITY)
  }
}

async function postBounce(report: string): Promise<number> {
  const response = await fetch(`${address()}/api/mail/bounces`, {
    method: 'POST',
    headers: { authorization: `Bearer ${SECRET}`, 'content-type': 'message/rfc822' },
    body: report,
  })
  return response.status
}

type FeedHealth = { id: string; isRead: boolean; isOk: boolean; words: string }

/** The health of the feeds, as the server reports it. */
async function healthOfFeeds(): Promise<FeedHealth[]> {
  const marketplaces = (await (await fetch(`${address()}/api/marketplaces`)).json()) as {
    id: string
    health: { lastSuccessAt?: string; lastError?: string; failures: number }
  }[]
  return marketplaces.map(({ id, health }) => ({
    id,
    isRead: health.lastSuccessAt !== undefined || health.failures > 0,
    isOk: health.lastSuccessAt !== undefined,
    words: health.lastError ?? (health.lastSuccessAt ? 'read' : 'not read yet'),
  }))
}

async function serveFeeds(): Promise<{ server: Server; url: string }> {
  const texts = new Map(
    Object.entries({ ...HOSTILE_FEEDS, healthy: healthyFeed() }).map(([name, text]) => [`/${idOf(name)}`, text]),
  )
  const feedServer = createServer(async (request, response) => {
    await answerFeeds.promise
    const text = texts.get(request.url ?? '')
    response.writeHead(text === undefined ? 404 : 200, { 'content-type': 'application/xml; charset=utf-8' })
    response.end(text)
  })
  await new Promise<void>((resolve) => feedServer.listen(0, '127.0.0.1', resolve))
  return { server: feedServer, url: `http://127.0.0.1:${(feedServer.address() as AddressInfo).port}` }
}

async function startServer(): Promise<ChildProcess & { port?: number }> {
  const list = [...Object.keys(HOSTILE_FEEDS), 'healthy'].map((name) => ({
    ...{ id: idOf(name), name, url: `${feeds.url}/${idOf(name)}`, country: 'DE', allowPrivateAddress: true },
  }))
  writeFileSync(join(dataDir, 'feeds.json'), JSON.stringify(list))
  const port = await freePort()
  const child: ChildProcess & { port?: number } = spawn(
    process.execPath,
    [...MEMORY_FLAGS, join(import.meta.dirname, '../../server/main.ts')],
    {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: {
        ...process.env,
        ...MEMORY_VARIABLES,
        ...{ PORT: String(port), HOST: '127.0.0.1', DATA_DIR: dataDir, FEEDS_FILE: join(dataDir, 'feeds.json') },
        ...{ DEMO_HOUSE: 'false', ECB_URL: 'http://127.0.0.1:9', LOG_LEVEL: 'error', REQUESTS_PER_MINUTE: '100000' },
        ...{ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'lotwatch@example.org' },
        ...{ MAIL_BOUNCES: 'bounces@example.org', MAIL_BOUNCE_SECRET: SECRET },
      },
    },
  )
  child.port = port
  return child
}

function address(): string {
  return `http://127.0.0.1:${server.port}`
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}

async function until(what: string, timeoutMs: number, isTrue: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + timeoutMs
  while (!(await isTrue().catch(() => false))) {
    if (Date.now() > deadline || server.exitCode !== null) throw new Error(`${what}: not within ${timeoutMs / 1000} s`)
    await new Promise((resolve) => setTimeout(resolve, PROBE_EVERY_MS))
  }
}

function idOf(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]+/g, '-')
}
