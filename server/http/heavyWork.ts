import type { FastifyRequest } from 'fastify'
import PQueue from 'p-queue'
import type { CancellableDb } from '../database/cancellable.ts'
import { ApiProblem } from './problems.ts'

/** Jobs that run at the same time in this process; others wait in order. Two cores have to serve everything else too. */
const CONCURRENCY = 2

type Kind = 'preview' | 'explanation' | 'spellings'

/** Work that checks the signal between its steps and stops once it is aborted. */
type Work<T> = (db: CancellableDb, signal: AbortSignal) => Promise<T>

/**
 * Runs expensive calls: previews, explanations, spellings. They have their own database connections, only a few run at a time,
 * and each user has one of each kind: a newer one aborts the older.
 */
export class HeavyWork {
  private readonly db: CancellableDb
  private readonly queue = new PQueue({ concurrency: CONCURRENCY })
  private readonly running = new Map<string, AbortController>()

  constructor(db: CancellableDb) {
    this.db = db
  }

  /**
   * Aborts the work when the client disconnects.
   * @throws ApiProblem `rate_limited` when the work was superseded or the client has disconnected
   */
  async run<T>(kind: Kind, request: FastifyRequest, userId: string, work: Work<T>): Promise<T> {
    const controller = new AbortController()
    const { signal } = controller
    const subject = `${kind} ${userId}`
    const abort = () => controller.abort(superseded())
    this.running.get(subject)?.abort(superseded())
    this.running.set(subject, controller)
    const { socket } = request.raw
    socket.once('close', abort)
    try {
      return await this.queue.add(() => work(this.db, signal), { signal })
    } catch (error) {
      // A cancelled statement fails with the database's own error.
      if (signal.aborted) throw signal.reason
      throw error
    } finally {
      socket.off('close', abort)
      if (this.running.get(subject) === controller) this.running.delete(subject)
    }
  }
}

function superseded(): ApiProblem {
  return new ApiProblem('rate_limited', { detail: 'superseded by a newer request, or the client has disconnected' })
}
