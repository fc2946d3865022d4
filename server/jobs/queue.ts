import { sql } from 'kysely'
import { fromKysely, PgBoss } from 'pg-boss'
import { Channel } from '../../contract/notifications.ts'
import { SECOND_MS } from '../../contract/time.ts'
import type { Tx } from '../database/pool.ts'
import { SEND_LEASE_MS } from '../limits.ts'
import type { Logger } from '../log.ts'
import type { Loop } from '../loop.ts'
import { startSlots } from './slots.ts'

/**
 * What comes at once has workers of its own: what was tried before or had to wait (an outage's backlog, targets that do not
 * answer) and what was gathered (all digests of an hour) holds none of it up, however much there is. `slow`: for servers
 * that users choose themselves and that answer slowly; they hold up each other only.
 */
const LANES = ['now', 'later', 'slow'] as const
export type Lane = (typeof LANES)[number]

/** A send: one delivery to one target, planned for `dueAt`. A job whose delivery has been planned anew is out of date. */
export type SendJob = { deliveryId: string; dueAt: Date }
/**
 * A job to be planned; it starts when its delivery is due, or later where it has to wait for another's. `rank`: how many of
 * its user's have to go before it (0 when absent), or `BACKLOG_RANK`. `lane`: `now` when absent.
 */
export type PlannedJob = SendJob & { userId: string; target: string; startAt?: Date; rank?: number; lane?: Lane }
/** A job that is run: its id is the same, and `isRepeat` is set, when it is run again because its worker was killed or it threw. */
export type RunningSendJob = SendJob & { id: string; isRepeat: boolean; lane?: Lane }
/** As the queue keeps it. */
type StoredJob = { deliveryId: string; dueAt: string }

/** Thrown by a repeat whose earlier run turns out to live: it is slow, not dead. The job is tried again a little later. */
export class StillRunning extends Error {
  override readonly name = 'StillRunning'
}

export type Queue = {
  /** Adds sends in the transaction that writes their deliveries: both or neither. */
  enqueue(tx: Tx, channel: Channel, jobs: readonly PlannedJob[]): Promise<void>
  /** Hands due sends to `send`, which answers when a send is over and throws only when it must be repeated. */
  work(send: (job: RunningSendJob & { lane: Lane }) => Promise<void>): Promise<void>
  /** Stops taking jobs, lets running ones end and closes the connections. */
  stop(): Promise<void>
}

/** A killed worker's job is taken up again after that; the least that pg-boss takes. */
const HEARTBEAT_SECONDS = 10
/** Repeats after crashes; refusals and outages are planned anew by the task itself. */
const CRASH_RETRIES = 100
const CRASH_RETRY_DELAY_SECONDS = 1
const MAX_CRASH_RETRY_DELAY_SECONDS = 15
const KEEP_DONE_SECONDS = 3600
const UPKEEP_SECONDS = 5
const MAX_CONNECTIONS = 6
/** Sends under way at the same time: enough that those who answer slowly, each up to its deadline, leave room for the rest. */
const SLOTS: Record<Lane, Partial<Record<Channel, number>>> = {
  now: { webPush: 64, email: 16, discord: 32, webhook: 32 },
  later: { webPush: 16, email: 4, discord: 8, webhook: 8 },
  slow: { webhook: 8 },
}
/** Of all these, in all processes, one user has no more than this share at a time, and at least one. */
const SHARE_OF_USER = 1 / 8
/** How often a queue that was empty is looked at again. */
const IDLE_POLL_MS: Record<Lane, number> = { now: 100, later: 500, slow: 500 }
const STOP_TIMEOUT_MS = 25_000

/** The first few alerts of a user go as they come; behind them those of users with less to come have the way. */
const ALERTS_A_RANK = 5
const LOWEST_PRIORITY = -10_000
/**
 * Of what waited for a service that was away: there may be tens of thousands of them, and neither what was refused once
 * elsewhere nor a digest is to wait for all of them.
 */
export const BACKLOG_RANK = 10 * ALERTS_A_RANK
const priorityOf = ({ rank = 0 }: PlannedJob) => Math.max(-Math.floor(rank / ALERTS_A_RANK), LOWEST_PRIORITY)

const queueName = (channel: Channel, lane: Lane) => (lane === 'now' ? `send-${channel}` : `send-${channel}-${lane}`)
const queues = LANES.flatMap((lane) =>
  Channel.options.flatMap((channel) => {
    const slots = SLOTS[lane][channel]
    return slots === undefined ? [] : [{ channel, lane, slots, name: queueName(channel, lane) }]
  }),
)

/** SQL: the sends that run or have yet to, each by its job's id and by the delivery and time that it was planned for. */
export const unfinishedSends = sql<{ jobId: string; deliveryId: string; dueAt: Date }>`
  select id::text as job_id, data->>'deliveryId' as delivery_id, (data->>'dueAt')::timestamptz as due_at from pgboss.job
  where name = any(${queues.map(({ name }) => name)}::text[]) and state in ('created', 'retry', 'active')`

/** The one door to pg-boss. Each channel has its own queues, so that a slow one delays no other. */
export async function startQueue(databaseUrl: string, log: Logger): Promise<Queue> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    application_name: 'lotwatch jobs',
    max: MAX_CONNECTIONS,
    schedule: false,
    superviseIntervalSeconds: UPKEEP_SECONDS,
    monitorIntervalSeconds: UPKEEP_SECONDS,
    queueCacheIntervalSeconds: UPKEEP_SECONDS,
  })
  boss.on('error', (error) => log.warn({ err: error }, 'job queue'))
  boss.on('warning', (warning) => log.debug({ warning }, 'job queue'))
  await boss.start()
  for (const { name } of queues) {
    await boss.createQueue(name, {
      notify: false,
      retryLimit: CRASH_RETRIES,
      retryDelay: CRASH_RETRY_DELAY_SECONDS,
      retryBackoff: true,
      retryDelayMax: MAX_CRASH_RETRY_DELAY_SECONDS,
      heartbeatSeconds: HEARTBEAT_SECONDS,
      expireInSeconds: SEND_LEASE_MS / SECOND_MS,
      deleteAfterSeconds: KEEP_DONE_SECONDS,
    })
  }

  const working = new Map<string, Loop>()
  return {
    async enqueue(tx, channel, jobs) {
      for (const [lane, planned] of Map.groupBy(jobs, (job) => job.lane ?? 'now')) {
        const name = queueName(channel, lane)
        await boss.insert(
          name,
          planned.map((job) => ({
            data: { deliveryId: job.deliveryId, dueAt: job.dueAt.toISOString() } satisfies StoredJob,
            startAfter: job.startAt ?? job.dueAt,
            priority: priorityOf(job),
            group: { id: job.userId },
          })),
          { db: fromKysely(tx.withoutPlugins()) },
        )
        // They can be seen once the transaction has ended, which is soon.
        working.get(name)?.wake()
      }
    },
    async work(send) {
      for (const { lane, name, slots: count } of queues) {
        const groupConcurrency = Math.max(1, Math.floor(count * SHARE_OF_USER))
        const slots = startSlots(
          { name, slots: count, idlePollMs: IDLE_POLL_MS[lane], log, isExpected: (error) => error instanceof StillRunning },
          {
            fetch: (most) => boss.fetch<StoredJob>(name, { batchSize: most, includeMetadata: true, groupConcurrency }),
            complete: (attempts) => boss.complete(name, attempts),
            fail: (attempt) => boss.fail(name, attempt),
            touch: (attempts) => boss.touch(name, attempts),
          },
          ({ id, retryCount, data: { deliveryId, dueAt } }) =>
            send({ id, isRepeat: retryCount > 0, deliveryId, dueAt: new Date(dueAt), lane }),
        )
        working.set(name, slots)
      }
    },
    async stop() {
      await Promise.all([...working.values()].map((slots) => slots.stop()))
      await boss.stop({ graceful: true, timeout: STOP_TIMEOUT_MS, close: true })
    },
  }
}
