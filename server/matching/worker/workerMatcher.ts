import { Worker } from 'node:worker_threads'
import type { Auction } from '../../../contract/auction.ts'
import type { ConverterSource, FilterChange, MatchAnswer, MatchRequest, MatchResult } from './messages.ts'
import { unpackMatches } from './packing.ts'

export type WorkerMatcherOptions = {
  /** ms since 1970. */
  readonly clock: () => number
  readonly converter: ConverterSource
}

/** A matcher in its own thread. After any rejection it is dead, and the caller starts a new one. */
export type WorkerMatcher = {
  /**
   * Applies the changes, then matches the auctions at the present moment. Calls are answered in order. Rejects when the thread
   * fails or is closed.
   */
  run(changes: readonly FilterChange[], auctions: readonly Auction[]): Promise<MatchResult>
  /** From the next `run` on, money is converted with this data. */
  setConverterData(data: unknown): void
  /** Ends the thread and rejects running calls. */
  close(): Promise<void>
}

type Waiting = { resolve: (result: MatchResult) => void; reject: (reason: Error) => void }

export function createWorkerMatcher({ clock, converter }: WorkerMatcherOptions): WorkerMatcher {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: converter })
  const waiting = new Map<number, Waiting>()
  let lastId = 0
  let death: Error | undefined
  let converterData: { data: unknown } | undefined

  function die(reason: Error): void {
    death ??= reason
    for (const { reject } of waiting.values()) reject(death)
    waiting.clear()
    void worker.terminate()
  }

  worker.on('message', (answer: MatchAnswer) => {
    const caller = waiting.get(answer.id)
    waiting.delete(answer.id)
    if ('result' in answer) {
      caller?.resolve({ ...answer.result, matches: unpackMatches(answer.result.matches) })
      return
    }
    const reason = new Error(`The matching thread failed: ${answer.error}`)
    caller?.reject(reason)
    die(reason)
  })
  worker.on('messageerror', die)
  worker.on('error', (error) => die(error instanceof Error ? error : new Error(String(error))))
  worker.on('exit', (code) => die(new Error(`The matching thread ended with code ${code}`)))

  return {
    run(changes, auctions) {
      if (death) return Promise.reject(death)
      const request: MatchRequest = { id: ++lastId, changes, auctions, now: clock(), ...(converterData && { converterData }) }
      converterData = undefined
      return new Promise((resolve, reject) => {
        waiting.set(request.id, { resolve, reject })
        try {
          worker.postMessage(request)
        } catch (error) {
          die(new Error('A request to the matching thread cannot be cloned', { cause: error }))
        }
      })
    },
    setConverterData(data) {
      converterData = { data }
    },
    async close() {
      die(new Error('The matching thread was closed'))
      await worker.terminate()
    },
  }
}
