import type { Channel } from '../../contract/notifications.ts'
import { SECOND_MS } from '../../contract/time.ts'
import type { Life } from './lives.ts'
import type { Take } from './standIns.ts'

/** The channels of these tests' users; each alert goes to every one. */
export const CHANNELS: readonly Channel[] = ['webPush', 'email', 'discord', 'ntfy', 'webhook']

/** One delivery in the ledger; `alert` is `user kind title`, as in {@link expectedAlerts}. */
export type Told = { readonly channel: Channel; readonly alert: string; readonly status: string; readonly accepted: number }

export type Verdict = {
  readonly expected: number
  /** Not in the ledger, not accepted there, or not received by a provider. */
  readonly lost: readonly string[]
  /** In the ledger, or received, without a listing as its cause; or twice in the ledger. */
  readonly unfounded: readonly string[]
  /** Two notifications, or two mails with different ids, for one alert. */
  readonly doubled: readonly string[]
  /** Received again, by the outcome of the previous attempt. */
  readonly repeats: Readonly<Record<Cause, Record<Channel, number>>>
  /** Details of each attempt that was repeated for none of the causes. */
  readonly unexplained: readonly string[]
}
export type Cause = (typeof CAUSES)[number]
export const CAUSES = [
  'the answer was cut off',
  'killed before it was noted',
  'PostgreSQL was killed before it was noted',
  'unexplained',
] as const

/** Time from a response until it is recorded, on an overloaded machine. */
const NOTING_MS = 10 * SECOND_MS
/** Time from PostgreSQL's death until writes succeed again. Results of sends in flight during it are not recorded. */
const RECOVERY_MS = 5 * SECOND_MS

/** Compares the results with the expected ones. `databaseKills`: times, ms since 1970. */
export function judge(
  alerts: readonly string[],
  told: readonly Told[],
  takes: readonly Take[],
  lives: readonly Life[],
  databaseKills: readonly number[],
): Verdict {
  const expected = new Set(CHANNELS.flatMap((channel) => alerts.map((alert) => `${channel} ${alert}`)))
  const ledger = Map.groupBy(told, ({ channel, alert }) => `${channel} ${alert}`)
  const taken = Map.groupBy(takes, ({ channel, user, text }) => `${channel} ${user} ${text}`)
  const isAccepted = (key: string) => ledger.get(key)?.some(({ status }) => ['accepted', 'shown', 'opened'].includes(status))

  const repeats = Object.fromEntries(
    CAUSES.map((cause) => [cause, Object.fromEntries(CHANNELS.map((channel) => [channel, 0]))]),
  ) as Verdict['repeats']
  const unexplained: string[] = []
  for (const [key, tries] of taken) {
    for (const [index, before] of tries.slice(0, -1).entries()) {
      const next = tries[index + 1]
      if (!next) continue
      const cause = causeOf(before, lives, databaseKills)
      repeats[cause][before.channel]++
      if (cause === 'unexplained') unexplained.push(describe(key, before, next, lives, databaseKills))
    }
  }
  return {
    expected: expected.size,
    lost: [...expected]
      .filter((key) => !isAccepted(key) || !taken.has(key))
      .map((key) => `${key}: ${ledger.get(key)?.[0]?.status ?? 'not in the ledger'}, taken ${taken.get(key)?.length ?? 0} times`),
    unfounded: [
      ...[...ledger].filter(([key, rows]) => !expected.has(key) || rows.length > 1).map(([key]) => key),
      ...[...taken.keys()].filter((key) => !expected.has(key)),
    ],
    doubled: [...taken].filter(([, tries]) => new Set(tries.map(({ tag }) => tag)).size > 1).map(([key]) => key),
    repeats,
    unexplained,
  }
}

function describe(key: string, before: Take, next: Take, lives: readonly Life[], databaseKills: readonly number[]): string {
  const since = (at: number) => `${at >= before.at ? '+' : ''}${at - before.at} ms`
  const life = lives.find(({ number }) => number === before.life)
  const kill = databaseKills.toSorted((a, b) => Math.abs(a - before.at) - Math.abs(b - before.at))[0]
  return [
    `${key} (${before.tag ?? 'no id'}): taken at ${new Date(before.at).toISOString()} from life ${before.life} (${life?.place})`,
    life?.killedAt === undefined ? 'which was not killed' : `which was killed at ${since(life.killedAt)}`,
    `again at ${since(next.at)} from life ${next.life}`,
    kill === undefined ? 'PostgreSQL was never killed' : `PostgreSQL's nearest kill at ${since(kill)}`,
  ].join(', ')
}

function causeOf(take: Take, lives: readonly Life[], databaseKills: readonly number[]): Cause {
  if (take.isCut) return 'the answer was cut off'
  const isSoonAfter = (at: number) => at >= take.at && at - take.at < NOTING_MS
  const life = lives.find(({ number }) => number === take.life)
  // A request written just before a process dies is read after its death; its result cannot be recorded.
  const wasDead = life?.killedAt !== undefined && life.killedAt < take.at
  if (wasDead || (life?.killedAt !== undefined && isSoonAfter(life.killedAt))) return 'killed before it was noted'
  if (databaseKills.some((at) => isSoonAfter(at + RECOVERY_MS) || isSoonAfter(at)))
    return 'PostgreSQL was killed before it was noted'
  return 'unexplained'
}
