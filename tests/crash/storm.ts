import { readFileSync } from 'node:fs'
import { Random } from '../../bench/matching/random.ts'
import { MINUTE_MS } from '../../contract/time.ts'
import { eventually, TestUser } from '../support/server.ts'
import { expectedAlerts, WATCHED } from './house.ts'
import { CHANNELS, judge, type Verdict } from './judge.ts'
import type { Lives } from './lives.ts'
import type { StormOptions } from './options.ts'
import { isReady, openStage, USERS } from './stage.ts'
import { startWriting, type WriterReport } from './writer.ts'

/** Streams of random numbers, one for each component. */
const STREAMS = { killer: 203, writer: 204 }
const PLACES: [string, Record<string, string>][] = [
  ['poll, match, deliver 1', { ROLES: 'poll,match,deliver' }],
  ['poll, match, deliver 2', { ROLES: 'poll,match,deliver' }],
  ['deliver', { ROLES: 'deliver' }],
]
const TURN_MS = 100
const LEAST_PAUSE_MS = 200
const MOST_PAUSE_MS = 2000
/** The longest that a kill waits until an alert was received since the last kill. Otherwise a busy machine makes no progress. */
const MOST_IDLE_MS = 15_000
/** Share of kills that hit PostgreSQL. */
const DATABASE_SHARE = 0.05
const STARTING_SHARE = 0.15
const STARTED_MS = 3000
/** Jobs of killed workers wait up to a minute before they are retried. */
const DRAIN_MS = 5 * MINUTE_MS

export type StormReport = {
  readonly verdict: Verdict
  readonly writer: WriterReport
  readonly kills: Readonly<Record<string, number>>
  /** Lives that ended without being killed. */
  readonly endedByThemselves: readonly string[]
  readonly refusals: number
  /** Their stderr output. */
  readonly log: string
  readonly stormMs: number
  readonly drainMs: number
}

/**
 * Runs poller, matcher, senders and the API as processes and kills them and PostgreSQL at random, while lots are listed,
 * prices change, providers fail and a user writes. Then lets everything settle and compares the results with the expected
 * ones.
 * @throws Error if it does not settle
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
  const stage = await openStage({ seed: options.seed, risingShare: options.risingShare, feedFaults: false }, onEnd)
  const { house, standIns, lives, postgres, address, database, ids, logFile } = stage
  for (const [place, environment] of PLACES) lives.start(place, environment)
  const writer = startWriting(address, (await TestUser.signIn(address)).token ?? '', random('writer'))
  await stage.firstPoll()
  say('the storm begins')

  const watchers = (brand: string) => ids.filter((_, user) => WATCHED[user % WATCHED.length] === brand).length
  const startedAt = Date.now()
  const kills: Record<string, number> = {}
  const databaseKills: number[] = []
  const killer = random('killer')
  const expected = () => expectedAlerts(house.lots.slice(1), USERS)
  let nextKillAt = startedAt + MOST_PAUSE_MS
  let lastKill = { at: startedAt, taken: standIns.takes.length }
  let said = 0
  for (;;) {
    const now = Date.now()
    const elapsed = now - startedAt
    const alerts = expected().length * CHANNELS.length
    if (elapsed > options.stormMs && alerts >= options.alerts) break
    while (expected().length * CHANNELS.length < options.alerts * Math.min(1, elapsed / options.stormMs)) house.list()
    const isWorking = standIns.takes.length > lastKill.taken || now - lastKill.at > MOST_IDLE_MS
    if (now >= nextKillAt && isWorking) {
      lastKill = { at: now, taken: standIns.takes.length }
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

  say(`${expected().length * CHANNELS.length} alerts listed, ${standIns.takes.length} taken; all is left in peace`)
  stage.calm()
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
  const told = await database.ledger()
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

/** Mostly a process that is working, sometimes one that is still starting. */
function choose(lives: Lives, killer: Random): string {
  const working = killer.chance(STARTING_SHARE) ? [] : lives.places(STARTED_MS)
  return killer.pick(working.length > 0 ? working : lives.places(0))
}

/** Immediate shutdown: no checkpoint, open transactions are lost. False if it has not restarted since the last kill. */
function killDatabase(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGQUIT')
  } catch {
    return false
  }
}
