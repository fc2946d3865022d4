import { parentPort, workerData } from 'node:worker_threads'
import type { ThreadData, ThreadMessage } from './messages.ts'
import { TASKS, type Task } from './tasks.ts'

/*
 * Parses untrusted documents, one at a time. `parserPool.ts` of the same build starts this thread: its messages are trusted,
 * documents are not.
 */

if (!parentPort) throw new Error('worker.ts runs as a worker thread only')
const port = parentPort

const { task, progress } = workerData as ThreadData
const { read }: Task<unknown, unknown> = TASKS[task] as Task<unknown, unknown>
const parts = new Int32Array(progress)

port.on('message', (input: unknown) => {
  Atomics.store(parts, 0, 0)
  post(answer(input))
})
post({ kind: 'ready' })

function answer(input: unknown): ThreadMessage {
  try {
    return { kind: 'output', output: read(input, (part) => Atomics.store(parts, 0, part)) }
  } catch (error) {
    return { kind: 'error', error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

function post(message: ThreadMessage): void {
  port.postMessage(message)
}
