import type { FastifyRequest } from 'fastify'
import { ApiProblem } from './problems.ts'

/** Work that looks at the signal between its steps, and leaves it at that once it is aborted. */
type Work<T> = (signal: AbortSignal) => Promise<T>

/**
 * Does work that nobody needs once the asker has gone away.
 * @throws ApiProblem `rate_limited` when it was ended
 */
export async function untilGone<T>(request: FastifyRequest, work: Work<T>, controller = new AbortController()): Promise<T> {
  const { socket } = request.raw
  const { signal } = controller
  const end = () => controller.abort(overtaken())
  socket.once('close', end)
  try {
    return await work(signal)
  } catch (error) {
    // A statement that was cancelled says so in its own words.
    if (signal.aborted) throw signal.reason
    throw error
  } finally {
    socket.off('close', end)
  }
}

/** Work that each session has one piece of under way: a newer one ends the older, whose answer nobody waits for any more. */
export class LatestOnly {
  private readonly running = new Map<string, AbortController>()

  /** As {@link untilGone}. */
  async run<T>(request: FastifyRequest, session: string, work: Work<T>): Promise<T> {
    const controller = new AbortController()
    this.running.get(session)?.abort(overtaken())
    this.running.set(session, controller)
    try {
      return await untilGone(request, work, controller)
    } finally {
      if (this.running.get(session) === controller) this.running.delete(session)
    }
  }
}

function overtaken(): ApiProblem {
  return new ApiProblem('rate_limited', { detail: 'the asker has gone away or asked anew' })
}
