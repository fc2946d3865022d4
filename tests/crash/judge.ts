import type { Channel } from '../../contract/notifications.ts'
import { SECOND_MS } from '../../contract/time.ts'
import type { Life } from './lives.ts'
import type { Take } from './standIns.ts'

/** What the ledger says of one delivery: `user kind title`, as {@link expectedAlerts} has them. */
export type Told = { readonly channel: Channel; readonly alert: string; readonly status: string; readonly accepted: number }

export type Verdict = {
  readonly expected: number
  /** Not in the ledger, not accepted there, or taken by no provider. */
  readonly lost: readonly string[]
  /** In the ledger, or taken, though nothing that was listed gives reason to it; or twice in the ledger. */
  readonly unfounded: readonly string[]
  /** Two notifications, or two mails of different ids, for one alert. */
  readonly doubled: readonly string[]
  /** Taken again: by what became of the try before. */
  readonly repeats: Readonly<Record<Cause, Record<Channel, number>>>
}
export type Cause = (typeof CAUSES)[number]
export const CAUSES = [
  'the answer was cut off',
  'killed before it was noted',
  'PostgreSQL was killed before it was noted',
  'unexplained',
] as const

/** From an answer until it is noted, on a machine with more to do than it can. */
const NOTING_MS = 10 * SECOND_MS
/** From the death of PostgreSQL until something can be noted again: what was on its way to a provider then is noted by nobody. */
const RECOVERY_MS = 5 * SECOND_MS

/** Holds what came out against what had to. `databaseKills`: when, ms since 1970. */
export function judge(
  alerts: readonly string[],
  told: readonly Told[],
  takes: readonly Take[],
  lives: readonly Life[],
  databaseKills: readonly number[],
): Verdict {
  const channels: Channel[] = ['webPush', 'email', 'discord']
  const expected = new Set(channels.flatMap((channel) => alerts.map((alert) => `${channel} ${alert}`)))
  const ledger = Map.groupBy(told, ({ channel, alert }) => `${channel} ${alert}`)
  const taken = Map.groupBy(takes, ({ channel, user, text }) => `${channel} ${user} ${text}`)
  const isAccepted = (key: string) => ledger.get(key)?.some(({ status }) => ['accepted', 'shown', 'opened'].includes(status))

  const repeats = Object.fromEntries(CAUSES.map((cause) => [cause, { webPush: 0, email: 0, discord: 0 }])) as Verdict['repeats']
  for (const tries of taken.values()) {
    for (const [index, before] of tries.slice(0, -1).entries()) {
      if (tries[index + 1]) repeats[causeOf(before, lives, databaseKills)][before.channel]++
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
  }
}

function causeOf(take: Take, lives: readonly Life[], databaseKills: readonly number[]): Cause {
  if (take.isCut) return 'the answer was cut off'
  const isSoonAfter = (at: number) => at >= take.at && at - take.at < NOTING_MS
  const life = lives.find(({ number }) => number === take.life)
  if (life?.killedAt !== undefined && isSoonAfter(life.killedAt)) return 'killed before it was noted'
  if (databaseKills.some((at) => isSoonAfter(at + RECOVERY_MS) || isSoonAfter(at)))
    return 'PostgreSQL was killed before it was noted'
  return 'unexplained'
}
