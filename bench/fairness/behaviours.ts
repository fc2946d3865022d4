import type { AttemptStatus, Channel } from '../../contract/notifications.ts'
import { SECOND_MS } from '../../contract/time.ts'
import type { Random } from '../matching/random.ts'

/** A target's answer and its latency. `isLocal`: the send fails on our side, before the provider is called. */
export type Answer = { status: AttemptStatus; ms: number; isLocal?: true }
export type Behaviour = (random: Random, sendsBefore: number) => Answer

const between = (least: number, most: number) => (random: Random) => random.between(least, most)
type Latencies = Partial<Record<Channel, (random: Random) => number>>
const usual = between(80, 300)
/** Those that differ from {@link usual}. */
const USUAL_MS = {
  webPush: between(60, 250),
  discord: between(120, 400),
  webhook: between(40, 300),
} satisfies Latencies
const ours = { webhook: 15 * SECOND_MS }

export const well =
  (channel: Channel): Behaviour =>
  (random) => ({ status: 'accepted', ms: ((USUAL_MS as Latencies)[channel] ?? usual)(random) })

/** One kind of attack. Each is a scenario of its own; another scenario combines all. */
export type Attack = {
  readonly name: string
  readonly channel: Channel
  /** Targets of each attacker; one per user for webhooks and Discord. */
  readonly targets: number
  readonly answer: Behaviour
  /** Whether a newly registered target replaces a dead one. */
  readonly returns?: boolean
  /** Whether messages to its targets were accepted the day before. */
  readonly isOld?: boolean
  /** Limit on attackers, because each listing creates a job for each target. */
  readonly most?: number
}

const dead: Behaviour = (random) => ({ status: 'dead', ms: USUAL_MS.webPush(random) })

export const ATTACKS: readonly Attack[] = [
  { name: 'dead devices, 10 each', channel: 'webPush', targets: 10, answer: dead, returns: true },
  { name: 'dead devices, 1,000 each', channel: 'webPush', targets: 1000, answer: dead, returns: true, most: 5 },
  {
    name: 'devices accepted once, then dead',
    channel: 'webPush',
    targets: 10,
    answer: (random, before) => (before === 0 ? well('webPush')(random, before) : dead(random, before)),
    returns: true,
  },
  { name: 'devices accepted since yesterday, dead at once', channel: 'webPush', targets: 10, answer: dead, isOld: true },
  {
    name: 'devices accepted since yesterday, then 403',
    channel: 'webPush',
    targets: 10,
    answer: (random) => ({ status: 'misconfigured', ms: USUAL_MS.webPush(random) }),
    isOld: true,
  },
  {
    name: 'keys that are none (rows of an older version)',
    channel: 'webPush',
    targets: 1000,
    answer: () => ({ status: 'dead', ms: 0, isLocal: true }),
    returns: true,
    most: 5,
  },
  {
    name: 'devices of another application server (403)',
    channel: 'webPush',
    targets: 10,
    answer: (random) => ({ status: 'misconfigured', ms: USUAL_MS.webPush(random) }),
  },
  {
    name: 'devices that answer after 14 s',
    channel: 'webPush',
    targets: 10,
    answer: () => ({ status: 'accepted', ms: 14 * SECOND_MS }),
  },
  { name: 'webhooks that never answer', channel: 'webhook', targets: 1, answer: () => ({ status: 'retry', ms: ours.webhook }) },
  {
    name: 'webhooks that answer after 14 s',
    channel: 'webhook',
    targets: 1,
    answer: () => ({ status: 'accepted', ms: 14 * SECOND_MS }),
  },
  { name: 'webhooks that fail at once', channel: 'webhook', targets: 1, answer: () => ({ status: 'retry', ms: 30 }) },
  {
    name: 'made-up Discord webhooks (404)',
    channel: 'discord',
    targets: 1,
    answer: (random) => ({ status: 'dead', ms: USUAL_MS.discord(random) }),
    returns: true,
  },
  { name: 'floods that are taken, 10 devices each', channel: 'webPush', targets: 10, answer: well('webPush') },
]
