import { fromKysely, PgBoss } from 'pg-boss'
import { Channel } from '../../contract/notifications.ts'
import type { Tx } from '../database/pool.ts'
import type { Logger } from '../log.ts'

/** A send: one delivery to one target, planned for `dueAt`. A job whose delivery has been planned anew is out of date. */
export type SendJob = { deliveryId: string; dueAt: Date }
/**
 * A job to be planned; it starts when its delivery is due, or later where it has to wait for another's. `rank`: how many of
 * its user's have to go before it (0 when absent).
 */
export type PlannedJob = SendJob & { target: string; startAt?: Date; rank?: number }
/** A job that is run: its id is the same, and `isRepeat` is set, when it is run again because its worker was killed or it threw. */
export type RunningSendJob = SendJob & { id: string; isRepeat: boolean }
/** As the queue keeps it. */
type StoredJob = { deliveryId: string; dueAt: string }

export type Queue = {
  /** Adds sends in the transaction that writes their deliveries: both or neither. */
  enqueue(tx: Tx, channel: Channel, jobs: readonly PlannedJob[]): Promise<void>
  /** Hands due sends to `send`, which answers when a send is over and throws only when it must be repeated. */
  work(send: (job: RunningSendJob) => Promise<void>): Promise<void>
  /** Stops taking jobs, lets running ones end and closes the connections. */
  stop(): Promise<void>
}

/** A killed worker's job is taken up again after that; the least that pg-boss takes. */
const HEARTBEAT_SECONDS = 10
/** What a send may take with all its deadlines. */
const EXPIRE_SECONDS = 120
/** Repeats after crashes; refusals and outages are planned anew by the task itself. */
const CRASH_RETRIES = 20
const CRASH_RETRY_DELAY_SECONDS = 1
const MAX_CRASH_RETRY_DELAY_SECONDS = 60
const KEEP_DONE_SECONDS = 3600
/** Below 8 a worker takes one job per notification (stack notes of pg-boss 12.35). */
const BATCH_SIZE = 16
const POLL_SECONDS = 1
const UPKEEP_SECONDS = 5
const MAX_CONNECTIONS = 6
const WORKERS: Record<Channel, number> = { webPush: 3, email: 2, discord: 2, webhook: 2 }
const STOP_TIMEOUT_MS = 25_000

/** The first few alerts of a user go as they come; behind them those of users with less to come have the way. */
const ALERTS_A_RANK = 5
const LOWEST_PRIORITY = -10_000
const priorityOf = (rank: number) => Math.max(-Math.floor(rank / ALERTS_A_RANK), LOWEST_PRIORITY)

const queueName = (channel: Channel) => `send-${channel}`

/** The one door to pg-boss. Each channel has its own queue, so that a slow one delays no other. */
export async function startQueue(databaseUrl: string, log: Logger): Promise<Queue> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    application_name: 'lotwatch jobs',
    max: MAX_CONNECTIONS,
    useListenNotify: true,
    schedule: false,
    superviseIntervalSeconds: UPKEEP_SECONDS,
    monitorIntervalSeconds: UPKEEP_SECONDS,
    queueCacheIntervalSeconds: UPKEEP_SECONDS,
  })
  boss.on('error', (error) => log.warn({ err: error }, 'job queue'))
  boss.on('warning', (warning) => log.debug({ warning }, 'job queue'))
  await boss.start()
  for (const channel of Channel.options) {
    await boss.createQueue(queueName(channel), {
      notify: true,
      retryLimit: CRASH_RETRIES,
      retryDelay: CRASH_RETRY_DELAY_SECONDS,
      retryBackoff: true,
      retryDelayMax: MAX_CRASH_RETRY_DELAY_SECONDS,
      heartbeatSeconds: HEARTBEAT_SECONDS,
      expireInSeconds: EXPIRE_SECONDS,
      deleteAfterSeconds: KEEP_DONE_SECONDS,
    })
  }

  return {
    async enqueue(tx, channel, jobs) {
      if (jobs.length === 0) return
      await boss.insert(
        queueName(channel),
        jobs.map((job) => ({
          data: { deliveryId: job.deliveryId, dueAt: job.dueAt.toISOString() } satisfies StoredJob,
          startAfter: job.startAt ?? job.dueAt,
          priority: priorityOf(job.rank ?? 0),
        })),
        { db: fromKysely(tx.withoutPlugins()) },
      )
    },
    async work(send) {
      for (const channel of Channel.options) {
        await boss.work<StoredJob>(
          queueName(channel),
          {
            batchSize: BATCH_SIZE,
            perJobResults: true,
            includeMetadata: true,
            burstWhenBatchFull: true,
            pollingIntervalSeconds: POLL_SECONDS,
            notifyPollingIntervalSeconds: POLL_SECONDS,
            localConcurrency: WORKERS[channel],
          },
          (jobs) =>
            Promise.all(
              jobs.map(async (job) => {
                try {
                  const { deliveryId, dueAt } = job.data
                  await send({ id: job.id, isRepeat: job.retryCount > 0, deliveryId, dueAt: new Date(dueAt) })
                  return { id: job.id, status: 'completed' as const }
                } catch (error) {
                  log.error({ err: error, deliveryId: job.data.deliveryId }, 'a send broke off and will be repeated')
                  return { id: job.id, status: 'failed' as const }
                }
              }),
            ),
        )
      }
    },
    stop: () => boss.stop({ graceful: true, timeout: STOP_TIMEOUT_MS, close: true }),
  }
}
