import { type ChildProcess, fork } from 'node:child_process'
import { MEMORY_FLAGS, MEMORY_VARIABLES } from '../../server/runtime/memory.ts'

/** The cost of a process since the last query. */
export type Cost = { readonly maxDelayMs: number; readonly cpuMs: number; readonly residentBytes: number }

/** Starts a program like the server; it sends `{ kind: 'listening', address }` when it is ready. */
export async function startProgram(
  file: string,
  environment: Record<string, string> = {},
): Promise<{ child: ChildProcess; address: string }> {
  const child = fork(file, {
    execArgv: [...process.execArgv, ...MEMORY_FLAGS],
    env: { ...process.env, ...MEMORY_VARIABLES, ...environment },
  })
  const { address } = (await nextMessage(child, 'listening')) as { address: string }
  return { child, address }
}

export async function costOf(child: ChildProcess): Promise<Cost> {
  child.send('cost')
  return (await nextMessage(child, 'cost')) as Cost
}

export async function stopProgram(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.send('stop')
  await ended
}

export function nextMessage(child: ChildProcess, kind: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const fail = (code: number | null) => reject(new Error(`a program of the benchmark ended with ${code}`))
    child.once('exit', fail)
    child.on('message', function listen(message: { kind: string }) {
      if (message.kind !== kind) return
      child.off('message', listen)
      child.off('exit', fail)
      resolve(message)
    })
  })
}
