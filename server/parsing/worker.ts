import { parentPort, workerData } from 'node:worker_threads'
import type { ThreadData, ThreadMessage } from './messages.ts'
import type { Parser } from './task.ts'

/*
 * Parses untrusted documents, one at a time. `parserPool.ts` of the same build starts this thread: its messages are trusted,
 * documents are not.
 */

if (!parentPort) throw new Error('worker.ts runs as a worker thread only')
const port = parentPort

const { parser, progress } = workerData as ThreadData
const read = await importParser(parser)
const parts = new Int32Array(progress)

port.on('message', (input: unknown) => {
  Atomics.store(parts, 0, 0)
  post(answer(input))
})
post({ kind: 'ready' })

async function importParser({ module, name }: ThreadData['parser']): Promise<Parser<unknown, unknown>> {
  const exported: Record<string, unknown> = await import(module)
  const read = exported[name]
  if (typeof read !== 'function') throw new Error(`${module} exports no function ${name}`)
  return (input, begin) => read(input, begin)
}

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
