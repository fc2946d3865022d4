import { sql } from 'kysely'
import { fromKysely, PgBoss } from 'pg-boss'
import { Channel } from '../../contract/notifications.ts'
import { SECOND_MS } from '../../contract/time.ts'
import type { Tx } from '../database/pool.ts'
import { SEND_LEASE_MS } from '../limits.ts'
import type { Logger } from '../runtime/log.ts'
import type { Loop } from '../runtime/loop.ts'
import { LANES, type Lane, priorityOf, SLOTS, slotsOfUser } from './lanes.ts'
import { startWorkerPool } from './workerPool.ts'

/** A send: one delivery to one target, scheduled for `dueAt`. A job whose delivery was rescheduled is outdated. */
export type SendJob = { deliveryId: string; dueAt: Date }
/**
 * A job to enqueue. It starts when its delivery is due, or at `startAt`. `rank`: how many of the user's jobs precede it (default
 * 0), or `BACKLOG_RANK`. `lane`: default `now`.
 */
export type PlannedJob = SendJob & { userId: string; target: string; startAt?: Date; rank?: number; lane?: Lane }
/** A running job. `isRepeat`: an earlier run threw or its worker was killed; the id is the same. */
export type RunningSendJob = SendJob & { id: string; isRepeat: boolean; lane?: Lane }
/** As stored by the queue. */
type StoredJob = { deliveryId: string; dueAt: string }

/** Thrown by a repeated job whose earlier run is slow but alive. The job is retried a little later. */
export class StillRunning extends Error {
  override readonly name = 'StillRunning'
}

export type Queue = {
  /** Adds sends in the transaction that writes their deliveries: both or neither. */
  enqueue(tx: Tx, channel: Channel, jobs: readonly PlannedJob[]): Promise<void>
  /** Passes due sends to `send`. It resolves when a send is finished, and throws only when the job must be repeated. */
  work(send: (job: RunningSendJob & { lane: Lane }) => Promise<void>): Promise<void>
  /** Stops taking jobs, waits for running ones and closes the connections. */
  stop(): Promise<void>
}

/** Without a heartbeat for this long, a job is run again. pg-boss allows no less. */
const HEARTBEAT_SECONDS = 10
/** Repeats after crashes; refusals and outages are rescheduled by the task itself. */
const CRASH_RETRIES = 100
const CRASH_RETRY_DELAY_SECONDS = 1
const MAX_CRASH_RETRY_DELAY_SECONDS = 15
const KEEP_DONE_SECONDS = 3600
const UPKEEP_SECONDS = 5
const MAX_CONNECTIONS = 6
/** How often an empty queue is polled. */
const IDLE_POLL_MS: Record<Lane, number> = { now: 100, later: 500, slow: 500 }
const STOP_TIMEOUT_MS = 25_000

const queueName = (channel: Channel, lane: Lane) => (lane === 'now' ? `send-${channel}` : `send-${channel}-${lane}`)
const queues = LANES.flatMap((lane) =>
  Channel.options.map((channel) => ({ lane, slots: SLOTS[lane][channel], name: queueName(channel, lane) })),
)

/** SQL: the running and waiting sends, each with its job id, its delivery and the time it was scheduled for. */
export const unfinishedSends = sql<{ jobId: string; deliveryId: string; dueAt: Date }>`
  select id::text as job_id, data->>'deliveryId' as delivery_id, (data->>'dueAt')::timestamptz as due_at from pgboss.job
  where name = any(${queues.map(({ name }) => name)}::text[]) and state in ('created', 'retry', 'active')`

/** The only access to pg-boss. Each channel has its own queues, so that a slow one delays no other. */
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
  boss.on('error', (error) => log.warn({ err: error }, 'job queue error'))
  boss.on('warning', (warning) => log.debug({ warning }, 'job queue warning'))
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
            priority: priorityOf(job.rank ?? 0),
            group: { id: job.userId },
          })),
          { db: fromKysely(tx.withoutPlugins()) },
        )
        // The jobs become visible when the transaction commits, which is soon.
        working.get(name)?.wake()
      }
    },
    async work(send) {
      for (const { lane, name, slots: count } of queues) {
        const groupConcurrency = slotsOfUser(count)
        const pool = startWorkerPool(
          {
            name,
            slots: count,
            slotsOfUser: groupConcurrency,
            idlePollMs: IDLE_POLL_MS[lane],
            log,
            isExpected: (error) => error instanceof StillRunning,
          },
          {
            fetch: (limit) => boss.fetch<StoredJob>(name, { batchSize: limit, includeMetadata: true, groupConcurrency }),
            complete: (attempts) => boss.complete(name, attempts),
            fail: (attempt) => boss.fail(name, attempt),
            touch: (attempts) => boss.touch(name, attempts),
          },
          ({ id, retryCount, data: { deliveryId, dueAt } }) =>
            send({ id, isRepeat: retryCount > 0, deliveryId, dueAt: new Date(dueAt), lane }),
        )
        working.set(name, pool)
      }
    },
    async stop() {
      await Promise.all([...working.values()].map((pool) => pool.stop()))
      await boss.stop({ graceful: true, timeout: STOP_TIMEOUT_MS, close: true })
    },
  }
}
