import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { Random } from '../../bench/matching/random.ts'
import { DEFAULT_NOTIFICATION_SETTINGS } from '../../contract/notifications.ts'
import { MINUTE_MS } from '../../contract/time.ts'
import { startEmbeddedPostgres } from '../../server/database/embedded.ts'
import { loadVapidKeys } from '../../server/delivery/vapid.ts'
import { aBrowser } from '../support/pushService.ts'
import { eventually, TestUser } from '../support/server.ts'
import { expectedAlerts, openHouse, WATCHED } from './house.ts'
import { judge, type Told, type Verdict } from './judge.ts'
import { Lives } from './lives.ts'
import type { StormOptions } from './options.ts'
import { addressOf, openStandIns, webhookOf } from './standIns.ts'
import { startWriting, type WriterReport } from './writer.ts'

const USERS = 4
/** Streams of random numbers: one for each thing that chooses. */
const STREAMS = { house: 201, standIns: 202, killer: 203, writer: 204 }
const TURN_MS = 100
const LEAST_PAUSE_MS = 200
const MOST_PAUSE_MS = 2000
/** Of all kills those that hit PostgreSQL. */
const DATABASE_SHARE = 0.05
const STARTING_SHARE = 0.15
const STARTED_MS = 3000
const START_MS = MINUTE_MS
/** Jobs of killed workers rest up to a minute before they are tried once more. */
const DRAIN_MS = 5 * MINUTE_MS

export type StormReport = {
  readonly verdict: Verdict
  readonly writer: WriterReport
  readonly kills: Readonly<Record<string, number>>
  /** Lives that ended though nobody killed them. */
  readonly endedByThemselves: readonly string[]
  readonly refusals: number
  /** What they wrote to their error output. */
  readonly log: string
  readonly stormMs: number
  readonly drainMs: number
}

/**
 * Poller, matcher, senders and the API as processes that are killed at random, with the PostgreSQL under them, while lots
 * are listed, prices change, providers fail and someone writes; then all is left in peace until nothing waits any more,
 * and what came out is held against what had to.
 * @throws Error when it does not come to rest
 */
export async function runStorm(options: StormOptions, say: (what: string) => void): Promise<StormReport> {
  const closers: (() => unknown)[] = []
  try {
    return await storm(options, say, (close) => closers.push(close))
  } finally {
    for (const close of closers.reverse()) await close()
  }
}

async function storm(
  options: StormOptions,
  say: (what: string) => void,
  onEnd: (close: () => unknown) => void,
): Promise<StormReport> {
  const random = (stream: keyof typeof STREAMS) => new Random(options.seed, STREAMS[stream])
  const folder = mkdtempSync(join(tmpdir(), 'lotwatch-storm-'))
  onEnd(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))
  const dataDir = join(folder, 'data')
  mkdirSync(dataDir)
  loadVapidKeys({ dataDir, vapid: { publicKey: undefined, privateKey: undefined, subject: '' } })
  const postgres = await startEmbeddedPostgres(folder)
  onEnd(() => postgres.stop())
  const browsers = Array.from({ length: USERS }, () => aBrowser())
  const standIns = await openStandIns(random('standIns'), browsers)
  onEnd(() => standIns.close())
  const house = await openHouse(random('house'), options)
  onEnd(() => house.close())
  house.list()
  writeFileSync(
    join(dataDir, 'feeds.json'),
    JSON.stringify([{ id: 'lots', name: 'Lots', url: house.url, minIntervalMinutes: 1, allowPrivateAddress: true }]),
  )

  const port = String(await freePort())
  const logFile = join(folder, 'lives.log')
  const lives = new Lives(
    {
      ...{ DATABASE_URL: postgres.url, DATA_DIR: dataDir, PORT: port, DEMO_HOUSE: 'false', ECB_URL: 'http://127.0.0.1:9' },
      ...{ APP_DIR: join(folder, 'no-app'), LOG_LEVEL: 'error', REQUESTS_PER_MINUTE: '10000000', GUESTS_PER_DAY: '100000' },
      ...{ DISCORD_URL: standIns.discordUrl, PUSH_ORIGINS: standIns.pushUrl, SMTP_URL: standIns.smtpUrl },
    },
    logFile,
  )
  onEnd(() => lives.end())
  lives.start('api', { ROLES: 'api' })
  const address = `http://127.0.0.1:${port}`
  await isReady(address)
  lives.start('poll, match, deliver 1', { ROLES: 'poll,match,deliver' })
  lives.start('poll, match, deliver 2', { ROLES: 'poll,match,deliver' })
  lives.start('deliver', { ROLES: 'deliver' })

  const ids = await makeUsers(address, browsers, standIns.pushUrl)
  const writer = startWriting(address, (await TestUser.signIn(address)).token ?? '', random('writer'))
  const database = openWatch(postgres.url)
  onEnd(() => database.end())
  await eventually(async () => (await database.hurry()) && (await database.prices()).size > 0, 'the first poll', START_MS)
  const [catalogue] = house.lots
  if (catalogue) catalogue.isDone = true
  say('the storm begins')

  const watchers = (brand: string) => ids.filter((_, user) => WATCHED[user % WATCHED.length] === brand).length
  const startedAt = Date.now()
  const kills: Record<string, number> = {}
  const databaseKills: number[] = []
  const killer = random('killer')
  const expected = () => expectedAlerts(house.lots.slice(1), USERS)
  let nextKillAt = startedAt + MOST_PAUSE_MS
  let said = 0
  for (;;) {
    const now = Date.now()
    const elapsed = now - startedAt
    const alerts = expected().length * 3
    if (elapsed > options.stormMs && alerts >= options.alerts) break
    while (expected().length * 3 < options.alerts * Math.min(1, elapsed / options.stormMs)) house.list()
    if (now >= nextKillAt) {
      nextKillAt = now + killer.between(LEAST_PAUSE_MS, MOST_PAUSE_MS)
      const victim = killer.chance(DATABASE_SHARE) ? 'PostgreSQL' : choose(lives, killer)
      const isHit = victim === 'PostgreSQL' ? killDatabase(postgres.pid) : lives.kill(victim)
      if (isHit) kills[victim] = (kills[victim] ?? 0) + 1
      if (isHit && victim === 'PostgreSQL') databaseKills.push(now)
    }
    await database.follow(house, watchers)
    if (elapsed - said > MINUTE_MS) {
      said = elapsed
      say(`${Math.round(elapsed / MINUTE_MS)} min: ${alerts} alerts, ${standIns.takes.length} taken`)
    }
    await new Promise((proceed) => setTimeout(proceed, TURN_MS))
  }

  say(`${expected().length * 3} alerts listed, ${standIns.takes.length} taken; all is left in peace`)
  standIns.calm()
  const calmAt = Date.now()
  await isReady(address)
  const written = await writer.end()
  await eventually(
    async () => {
      await database.follow(house, watchers)
      return house.lots.every(({ isDone }) => isDone) && (await database.waiting()) === 0
    },
    `nothing to wait any more\n${readFileSync(logFile, 'utf8').slice(-2000)}`,
    DRAIN_MS,
  )
  const drainMs = Date.now() - calmAt
  const told = await database.ledger(ids)
  return {
    verdict: judge(expected(), told, standIns.takes, lives.all, databaseKills),
    writer: written,
    kills,
    endedByThemselves: lives.all.flatMap(({ place, endedByItself }) => (endedByItself ? [`${place}: ${endedByItself}`] : [])),
    refusals: standIns.refusals,
    log: readFileSync(logFile, 'utf8'),
    stormMs: calmAt - startedAt,
    drainMs,
  }
}

/** Most of the time one that has come to work; sometimes one that is still starting. */
function choose(lives: Lives, killer: Random): string {
  const working = killer.chance(STARTING_SHARE) ? [] : lives.places(STARTED_MS)
  return killer.pick(working.length > 0 ? working : lives.places(0))
}

/** Immediate shutdown: no checkpoint, open transactions are lost. False when it has not come up yet since the last time. */
function killDatabase(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGQUIT')
  } catch {
    return false
  }
}

const isReady = (address: string) =>
  eventually(
    () =>
      fetch(`${address}/api/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      ),
    'the API',
    START_MS,
  )

/** Users with one filter and all three channels; their ids. */
async function makeUsers(address: string, browsers: readonly ReturnType<typeof aBrowser>[], pushUrl: string): Promise<string[]> {
  const ids: string[] = []
  for (const [index, { keys }] of browsers.entries()) {
    const user = await TestUser.signIn(address, { provider: 'password', email: addressOf(index) })
    const call = async (method: string, path: string, body: object) => {
      const { status, body: answer } = await user.call(method, path, body)
      if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${JSON.stringify(answer)}`)
    }
    const { webPush } = DEFAULT_NOTIFICATION_SETTINGS
    await call('PUT', '/api/notifications/settings', {
      ...DEFAULT_NOTIFICATION_SETTINGS,
      discord: { enabled: true, webhookUrl: webhookOf(index), channelName: '', format: 'detailed' },
      webPush: { ...webPush, enabled: true },
    })
    const subscription = { endpoint: `${pushUrl}/${index}`, keys }
    await call('POST', '/api/notifications/devices', {
      kind: 'webPush',
      subscription,
      deviceKey: `device-${index}`,
      userAgent: '',
    })
    await call('POST', '/api/filters', { name: 'mine', keywords: WATCHED[index % WATCHED.length] ?? '' })
    ids.push((await user.get<{ id: string }>('/api/user/me')).id)
  }
  return ids
}

/** What the storm sees of the database; while it is away it sees nothing. */
function openWatch(url: string) {
  const pool = new pg.Pool({ connectionString: url, max: 2, connectionTimeoutMillis: 2000 })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const rows = async <Row extends pg.QueryResultRow>(query: string): Promise<Row[]> => (await pool.query<Row>(query)).rows
  const prices = async () => {
    const all = await rows<{ id: string; cents: string }>('select external_id as id, price_amount as cents from auction')
    return new Map(all.map(({ id, cents }) => [id, Number(cents)]))
  }
  const hurry = async () => {
    await rows("update search set next_at = now(), lease_until = null where next_at > now() + interval '1 second'")
    await rows('update marketplace_state set calls_left = 2')
    return true
  }
  return {
    prices,
    /** Makes the feed due at once, again and again, as time would. */
    hurry,
    async follow(house: Awaited<ReturnType<typeof openHouse>>, watchers: (brand: string) => number): Promise<void> {
      try {
        await hurry()
        const matched = await rows<{ id: string; count: string }>(
          'select external_id as id, count(*) from match join auction on auction.id = auction_id group by 1',
        )
        const counts = new Map(matched.map(({ id, count }) => [id, Number(count)]))
        house.note(await prices(), counts, watchers)
      } catch {
        // PostgreSQL has just been killed.
      }
    },
    /** Events that the matcher has not come to, and deliveries that are not over. */
    async waiting(): Promise<number> {
      const [row] = await rows<{ count: string }>(`
        select (select count(*) from delivery where status in ('waiting', 'held', 'sending')) + (
          select count(*) from auction_event, log_cursor
          where reader = 'matcher' and (auction_event.xid, auction_event.id) > (log_cursor.xid, log_cursor.id)) as count`).catch(
        () => [],
      )
      return Number(row?.count ?? Number.NaN)
    },
    async ledger(userIds: readonly string[]): Promise<Told[]> {
      const all = await rows<{
        channel: Told['channel']
        user: string
        event: string
        title: string
        status: string
        accepted: string
      }>(`
        select channel, delivery.user_id as user, event, listing->>'title' as title, delivery.status,
          (select count(*) from delivery_attempt where delivery_id = delivery.id and status = 'accepted') as accepted
        from delivery join match on match.id = match_id join auction on auction.id = auction_id`)
      return all.map(({ channel, user, event, title, status, accepted }) => ({
        ...{ channel, status, accepted: Number(accepted) },
        alert: `${userIds.indexOf(user)} ${event} ${title}`,
      }))
    },
    end: () => pool.end(),
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
