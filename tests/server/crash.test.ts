import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import type { Match } from '../../contract/match.ts'
import { DEFAULT_NOTIFICATION_SETTINGS, type Delivery } from '../../contract/notifications.ts'
import type { Failpoint } from '../../server/runtime/failpoint.ts'
import { createDatabase } from '../support/database.ts'
import { DISCORD_WEBHOOK, type Provider, startProvider } from '../support/providers.ts'
import { eventually, startTestServer, TestUser } from '../support/server.ts'

const MAIN = join(import.meta.dirname, '../../server/main.ts')
/** A killed sender's message is taken over after 10 s at the earliest. */
const RECOVERY_MS = 45_000

type World = {
  databaseUrl: string
  dataDir: string
  discord: Provider
  user: TestUser
  /** Puts a lot on the feed. */
  list(title: string): void
}

/** An API in this process, with the feed, channel and user with a filter that workers in other processes need. */
async function createWorld(): Promise<World> {
  const databaseUrl = await createDatabase()
  const dataDir = mkdtempSync(join(tmpdir(), 'lotwatch-crash-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const items: object[] = []
  const feed = await startProvider({ status: 200 })
  const list = (title: string) => {
    items.push({ id: title, url: `https://lots.example/${encodeURIComponent(title)}`, title, content_text: 'EUR 10,00' })
    feed.usual = {
      status: 200,
      headers: { 'content-type': 'application/feed+json' },
      body: JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', title: 'Lots', items }),
    }
  }
  list('the back catalogue')
  const discord = await startProvider({ status: 200, body: '{}' })
  writeFileSync(
    join(dataDir, 'feeds.json'),
    JSON.stringify([
      { id: 'lots', name: 'Lots', url: `${feed.url}/feed.json`, minIntervalMinutes: 1, allowPrivateAddress: true },
    ]),
  )
  const { address } = await startTestServer({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir, DISCORD_URL: discord.url })
  const user = await TestUser.signIn(address)
  await user.call('PUT', '/api/notifications/settings', {
    ...DEFAULT_NOTIFICATION_SETTINGS,
    discord: { enabled: true, webhookUrl: DISCORD_WEBHOOK, channelName: '', format: 'detailed' },
  })
  await user.call('POST', '/api/filters', { name: 'Leica', keywords: 'leica' })
  return { databaseUrl, dataDir, discord, user, list }
}

/** Poller, matcher and sender as a process of their own; it kills itself at `failAt`. */
function startWorker({ databaseUrl, dataDir, discord }: World, failAt?: Failpoint): ChildProcess {
  return startProcess({
    ROLES: 'poll,match,deliver',
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    DISCORD_URL: discord.url,
    ...(failAt ? { LOTWATCH_FAIL_AT: failAt } : {}),
  })
}

function startProcess(environment: Record<string, string>): ChildProcess {
  const child = spawn(process.execPath, [MAIN], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      DEMO_HOUSE: 'false',
      ECB_URL: 'http://127.0.0.1:9',
      LOG_LEVEL: 'silent',
      REQUESTS_PER_MINUTE: '100000',
      GUESTS_PER_DAY: '100000',
      ...environment,
    },
  })
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  })
  return child
}

async function addressOf(server: ChildProcess): Promise<string> {
  let output = ''
  server.stdout?.on('data', (chunk) => {
    output += chunk
  })
  return eventually(async () => /listens on (\S+)/.exec(output)?.[1], 'the address', RECOVERY_MS)
}

/** Repeatedly makes the feed due at once, as time would. */
function hurryPolls({ databaseUrl }: World) {
  const client = new pg.Client({ connectionString: databaseUrl })
  const connected = client.connect()
  const timer = setInterval(() => {
    void connected
      .then(() =>
        client.query("update search set next_at = now(), lease_until = null where next_at > now() + interval '1 second'"),
      )
      .then(() => client.query('update marketplace_state set calls_left = 2'))
      .catch(() => {})
  }, 100)
  onTestFinished(async () => {
    clearInterval(timer)
    await client.end()
  })
}

const ledger = async (user: TestUser) => (await user.get<{ items: Delivery[] }>('/api/notifications/deliveries')).items
const titles = async (user: TestUser) =>
  (await user.get<{ items: Match[] }>('/api/matches')).items.map(({ auction }) => auction.title).sort()

const POINTS: Failpoint[] = [
  'poll.beforeCommit',
  'poll.afterCommit',
  'match.beforeCommit',
  'match.afterCommit',
  'send.before',
  'send.after',
  'send.beforeCommit',
  'send.afterCommit',
]
/** If killed between the provider's answer and recording it, whether the message was sent is unknown. */
const SENT_AGAIN: Failpoint[] = ['send.after', 'send.beforeCommit']

test.each(POINTS)('killed at %s: nothing lost, nothing doubled', { timeout: 2 * RECOVERY_MS }, async (failAt) => {
  const world = await createWorld()
  const { user, discord } = world
  hurryPolls(world)

  // The first run stores the baseline, so that later auctions alert.
  const first = startWorker(world)
  await eventually(
    async () => (await user.get<{ health: { lastSuccessAt?: string } }[]>('/api/marketplaces'))[0]?.health.lastSuccessAt,
    'the first poll',
  )
  first.kill('SIGKILL')
  await once(first, 'exit')

  world.list('Leica M6')
  const second = startWorker(world, failAt)
  const [, signal] = await once(second, 'exit')
  expect(signal).toBe('SIGKILL')

  world.list('Leica M7')
  startWorker(world)
  await eventually(
    async () => {
      const deliveries = await ledger(user)
      return deliveries.length === 2 && deliveries.every(({ status }) => status === 'accepted')
    },
    'both alerts to be accepted',
    RECOVERY_MS,
  )
  expect(await titles(user)).toEqual(['Leica M6', 'Leica M7'])
  const embedsOf = (body: Buffer) => JSON.parse(body.toString()).embeds as { title: string }[]
  // Alerts that wait at the same time are sent together.
  const sent = discord.received.flatMap(({ body }) => embedsOf(body).map(({ title }) => title)).sort()
  expect(sent).toEqual(SENT_AGAIN.includes(failAt) ? ['Leica M6', 'Leica M6', 'Leica M7'] : ['Leica M6', 'Leica M7'])
})

test('a suspended leader is replaced, and sends nothing again when it resumes', {
  timeout: 2 * RECOVERY_MS,
}, async () => {
  const world = await createWorld()
  const { user, discord } = world
  hurryPolls(world)
  const leader = startWorker(world)
  const areAccepted = (count: number) => async () => {
    const deliveries = await ledger(user)
    return deliveries.length === count && deliveries.every(({ status }) => status === 'accepted')
  }
  await eventually(
    async () => (await user.get<{ health: { lastSuccessAt?: string } }[]>('/api/marketplaces'))[0]?.health.lastSuccessAt,
    'the first poll',
  )
  world.list('Leica M6')
  await eventually(areAccepted(1), 'the first alert', RECOVERY_MS)

  leader.kill('SIGSTOP')
  startWorker(world)
  world.list('Leica M7')
  await eventually(areAccepted(2), 'the second alert, by the other', RECOVERY_MS)
  leader.kill('SIGCONT')
  world.list('Leica M8')
  await eventually(areAccepted(3), 'the third alert', RECOVERY_MS)
  expect(await titles(user)).toEqual(['Leica M6', 'Leica M7', 'Leica M8'])
  expect(discord.received).toHaveLength(3)
})

const API_POINTS: Failpoint[] = ['api.beforeCommit', 'api.afterCommit']

test.each(API_POINTS)('an API killed at %s: a write that is repeated with its key is made once', async (failAt) => {
  const databaseUrl = await createDatabase()
  const dataDir = mkdtempSync(join(tmpdir(), 'lotwatch-crash-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const { address } = await startTestServer({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir })
  const user = await TestUser.signIn(address)
  const killed = startProcess({ ROLES: 'api', PORT: '0', DATABASE_URL: databaseUrl, DATA_DIR: dataDir, LOTWATCH_FAIL_AT: failAt })
  const doomed = new TestUser(await addressOf(killed), user.token)

  const key = { 'idempotency-key': randomUUID() }
  const draft = { name: 'mine', keywords: 'leica' }
  await expect(doomed.call('POST', '/api/filters', draft, key)).rejects.toThrow()
  expect(await user.get<object[]>('/api/filters/user')).toHaveLength(failAt === 'api.beforeCommit' ? 0 : 1)
  const first = await user.call('POST', '/api/filters', draft, key)
  const second = await user.call('POST', '/api/filters', draft, key)
  expect([first.status, second.status]).toEqual([201, 201])
  expect(second.body).toEqual(first.body)
  expect(await user.get('/api/filters/user')).toEqual([first.body])
})

test('PostgreSQL killed under a running server: it restarts with all data', { timeout: 2 * RECOVERY_MS }, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'lotwatch-crash-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))
  const discord = await startProvider({ status: 200, body: '{}' })
  const server = startProcess({ PORT: '0', DATA_DIR: dataDir, DISCORD_URL: discord.url })
  onTestFinished(async () => {
    server.kill('SIGTERM')
    await once(server, 'exit')
  })
  const address = await addressOf(server)
  const user = await TestUser.signIn(address)
  await user.call('POST', '/api/filters', { name: 'before', keywords: 'leica' })

  const [pid] = readFileSync(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8').split('\n')
  process.kill(Number(pid), 'SIGKILL')
  const away = await user.call('GET', '/api/filters/user')
  // Between the kill and the restart the answer is 503 with the time to come back; it may also be up again already.
  if (away.status !== 200) expect([away.status, away.headers.get('retry-after')]).toEqual([503, '2'])
  await eventually(async () => (await user.call('GET', '/api/health/ready')).status === 200, 'the recovery', RECOVERY_MS)
  expect(await user.get<{ name: string }[]>('/api/filters/user')).toMatchObject([{ name: 'before' }])
  // A dead idle connection is noticed by its next user, who gets a Retry-After.
  const made = await eventually(
    async () => {
      const { status } = await user.call('POST', '/api/filters', { name: 'after', keywords: 'leica' })
      return status === 503 ? undefined : status
    },
    'a write after the recovery',
    RECOVERY_MS,
  )
  expect(made).toBe(201)
})
