import { readFileSync } from 'node:fs'
import { Random } from '../../bench/matching/random.ts'
import { MINUTE_MS, SECOND_MS } from '../../contract/time.ts'
import { expectedAlerts, WATCHED } from '../crash/house.ts'
import { CHANNELS, judge, type Verdict } from '../crash/judge.ts'
import { isReady, openStage, USERS } from '../crash/stage.ts'
import { startWriting, type WriterReport } from '../crash/writer.ts'
import { eventually, TestUser } from '../support/server.ts'
import { type ChurnReport, MOST_USERS, startChurn } from './churn.ts'
import { judgeFlatness, type Line } from './flatness.ts'
import { openVitals, type Vitals } from './vitals.ts'

export type SoakOptions = { readonly minutes: number; readonly seed: number; readonly alertsPerMinute: number }

export type SoakReport = {
  readonly verdict: Verdict
  readonly writer: WriterReport
  readonly churn: ChurnReport
  readonly kills: Readonly<Record<string, number>>
  readonly brokenConnections: number
  readonly endedByThemselves: readonly string[]
  readonly samples: readonly Vitals[]
  readonly flatness: readonly Line[]
  readonly soakMs: number
  readonly drainMs: number
  readonly log: string
}

const STREAMS = { killer: 303, writer: 304, churn: 305 }
/** These processes are never killed, so that their resources can be measured. */
export const LASTING = ['api', 'poll, match, deliver 1']
const KILLED: [string, Record<string, string>][] = [
  ['poll, match, deliver 2', { ROLES: 'poll,match,deliver' }],
  ['deliver', { ROLES: 'deliver' }],
]
const RISING_SHARE = 0.5
const TURN_MS = 500
/** Keeps an hour of writes below a user's limit of 10,000 a day. */
const WRITER_PAUSE_MS = 1000
const LEAST_KILL_PAUSE_MS = 15 * SECOND_MS
const MOST_KILL_PAUSE_MS = 60 * SECOND_MS
const LEAST_BREAK_PAUSE_MS = 5 * SECOND_MS
const MOST_BREAK_PAUSE_MS = 20 * SECOND_MS
const MOST_BROKEN = 5
const SAMPLE_MS = 10 * SECOND_MS
const DRAIN_MS = 6 * MINUTE_MS

/**
 * Runs everything for a long time: lots are listed, users come and go, every twentieth outbound call fails, processes are
 * killed and connections to PostgreSQL are cut. Then lets everything settle.
 * @throws Error if it does not settle
 */
export async function runSoak(options: SoakOptions, say: (what: string) => void): Promise<SoakReport> {
  const closers: (() => unknown)[] = []
  try {
    return await soak(options, say, (close) => closers.push(close))
  } finally {
    for (const close of closers.reverse()) await close()
  }
}

async function soak(
  options: SoakOptions,
  say: (what: string) => void,
  onEnd: (close: () => unknown) => void,
): Promise<SoakReport> {
  const random = (stream: keyof typeof STREAMS) => new Random(options.seed, STREAMS[stream])
  const stage = await openStage({ seed: options.seed, risingShare: RISING_SHARE, feedFaults: true }, onEnd)
  const { house, standIns, lives, postgres, address, database, ids, logFile } = stage
  lives.start('poll, match, deliver 1', { ROLES: 'poll,match,deliver' })
  for (const [place, environment] of KILLED) lives.start(place, environment)
  lives.start('api 2', { ROLES: 'api', PORT: '0' })
  const vitals = openVitals(postgres.url)
  onEnd(() => vitals.end())
  const writer = startWriting(address, (await TestUser.signIn(address)).token ?? '', random('writer'), WRITER_PAUSE_MS)
  await stage.firstPoll()
  const churn = startChurn(address, standIns.pushUrl, random('churn'))
  say('the soak begins')

  const watchers = (brand: string) => ids.filter((_, user) => WATCHED[user % WATCHED.length] === brand).length
  const alertsOf = (lots: typeof house.lots) => expectedAlerts(lots, USERS).length * CHANNELS.length
  const killer = random('killer')
  const kills: Record<string, number> = {}
  const samples: Vitals[] = []
  const startedAt = Date.now()
  let [alerts, brokenConnections, said] = [0, 0, 0]
  let met = { lots: 0, users: 0, pairs: 0 }
  let [killAt, breakAt, sampleAt] = [startedAt + MINUTE_MS / 2, startedAt + MINUTE_MS / 2, startedAt]
  for (let now = startedAt; now - startedAt < options.minutes * MINUTE_MS; now = Date.now()) {
    const elapsed = now - startedAt
    while (alerts < (options.alertsPerMinute * elapsed) / MINUTE_MS) alerts += alertsOf([house.list()])
    if (now >= killAt) {
      killAt = now + killer.between(LEAST_KILL_PAUSE_MS, MOST_KILL_PAUSE_MS)
      const victim = killer.pick([...KILLED.map(([place]) => place), 'api 2'])
      if (lives.kill(victim)) kills[victim] = (kills[victim] ?? 0) + 1
    }
    if (now >= breakAt) {
      breakAt = now + killer.between(LEAST_BREAK_PAUSE_MS, MOST_BREAK_PAUSE_MS)
      brokenConnections += await vitals.breakConnections(killer.between(1, MOST_BROKEN))
    }
    if (now >= sampleAt) {
      sampleAt = now + SAMPLE_MS
      const [lots, users] = [house.lots.length, churn.came]
      const pairs = met.pairs + (lots - met.lots) * (USERS + MOST_USERS) + (users - met.users) * lots
      met = { lots, users, pairs }
      const sample = await vitals.measure({ at: elapsed, ...met }, lives.pids())
      if (sample) samples.push(sample)
    }
    await database.follow(house, watchers)
    if (elapsed - said > MINUTE_MS) {
      said = elapsed
      say(`${Math.round(elapsed / MINUTE_MS)} min: ${alerts} alerts, ${standIns.takes.length} taken, ${churn.came} users came`)
    }
    await new Promise((proceed) => setTimeout(proceed, TURN_MS))
  }

  say(`${alerts} alerts listed, ${standIns.takes.length} taken; all is left in peace`)
  stage.calm()
  const calmAt = Date.now()
  await isReady(address)
  const [written, churned] = [await writer.end(), await churn.end()]
  await eventually(
    async () => {
      await database.follow(house, watchers)
      return house.lots.every(({ isDone }) => isDone) && (await database.waiting()) === 0
    },
    `nothing to wait any more\n${readFileSync(logFile, 'utf8').slice(-2000)}`,
    DRAIN_MS,
  )
  const told = await database.ledger()
  return {
    verdict: judge(expectedAlerts(house.lots.slice(1), USERS), told, standIns.takes, lives.all, []),
    ...{ writer: written, churn: churned, kills, brokenConnections, samples },
    endedByThemselves: lives.all.flatMap(({ place, endedByItself }) => (endedByItself ? [`${place}: ${endedByItself}`] : [])),
    flatness: judgeFlatness(samples, LASTING),
    soakMs: calmAt - startedAt,
    drainMs: Date.now() - calmAt,
    log: readFileSync(logFile, 'utf8'),
  }
}
