import { Channel } from '../../../contract/notifications.ts'
import { SECOND_MS } from '../../../contract/time.ts'
import type { Db } from '../../database/pool.ts'
import { retryWhileUnreachable } from '../../database/retryWhileUnreachable.ts'
import type { Lane } from '../../database/schema.ts'
import { LANES } from '../../database/schema.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Logger } from '../../runtime/log.ts'
import type { Loop } from '../../runtime/loop.ts'
import { type Claim, claimDue, releaseClaim, takeOver } from '../../store/deliveryQueue.ts'
import { TRAITS } from '../channels/registry.ts'
import { slotsOfUser } from './lanes.ts'
import { claimRules } from './policy.ts'
import { startWorkerPool } from './workerPool.ts'

/** Hints that deliveries of this channel and lane are due, or will be once a transaction commits. */
export type WakeSenders = (channel: Channel, lane: Lane) => void

export type SenderPools = {
  /** Claims due messages and passes them to `send` until {@link stop}. */
  start(send: (claim: Claim) => Promise<void>): void
  /** Without effect in a process that does not send: others find the deliveries by polling. */
  wake: WakeSenders
  /** Claims nothing more and waits for running sends. */
  stop(): Promise<void>
}

/** How often an empty lane is polled. */
const IDLE_POLL_MS: Record<Lane, number> = { now: 100, later: 500, slow: 500 }
/** How often the messages of senders that have ended are looked for. */
const TAKE_OVER_EVERY_MS = SECOND_MS

export type PoolDependencies = {
  /** Each lane has connections of its own. */
  dbOf: (lane: Lane) => Db
  clock: Clock
  log: Logger
  /** The id of this process's presence (`database/presence.ts`). */
  process: () => string
}

/** Each lane of each channel has its own workers, so that a slow one delays no other. */
export function createSenderPools({ dbOf, clock, log, process }: PoolDependencies): SenderPools {
  const pools = new Map<string, Loop>()
  const nameOf = (channel: Channel, lane: Lane) => `send ${channel} ${lane}`

  function startPool(channel: Channel, lane: Lane, send: (claim: Claim) => Promise<void>): Loop {
    const db = dbOf(lane)
    const slots = TRAITS[channel].slots[lane]
    let tookOverAt = Number.NEGATIVE_INFINITY
    const claim = async (limit: number) => {
      const rules = { ...claimRules(channel), process: process(), now: clock.now() }
      const isTakeOverDue = performance.now() - tookOverAt >= TAKE_OVER_EVERY_MS
      if (isTakeOverDue) tookOverAt = performance.now()
      const taken = isTakeOverDue ? await takeOver(db, { channel, lane }, rules, limit) : []
      if (taken.length > 0) log.warn({ channel, lane, messages: taken.length }, 'messages taken over from senders that ended')
      const rest = limit - taken.length
      const due = rest > 0 ? await claimDue(db, { channel, lane }, rules, { limit: rest, slotsOfUser: slotsOfUser(slots) }) : []
      return [...taken, ...due]
    }
    const release = async (claimed: Claim) => {
      await retryWhileUnreachable(() => releaseClaim(db, claimed.claim)).catch((error) =>
        log.warn({ err: error }, 'a claim could not be released; it is taken over after its lease'),
      )
    }
    const { isSerial } = claimRules(channel)
    const options = { name: nameOf(channel, lane), slots, slotsOfUser: slotsOfUser(slots), isSerial, log }
    return startWorkerPool({ ...options, idlePollMs: IDLE_POLL_MS[lane] }, { claim, release }, send)
  }

  return {
    start(send) {
      for (const lane of LANES)
        for (const channel of Channel.options) pools.set(nameOf(channel, lane), startPool(channel, lane, send))
    },
    wake: (channel, lane) => pools.get(nameOf(channel, lane))?.wake(),
    async stop() {
      await Promise.all([...pools.values()].map((pool) => pool.stop()))
    },
  }
}
