import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const POLL_MS = 150
const ANSWER_TIMEOUT_MS = 1000
/** A stopping server may take half a minute to finish its work. */
const WAIT_MS = 60_000

/** `stopping`: the run is shutting down, and its child processes may still be alive. */
export type RunState = 'running' | 'stopping'

export type RunLock = { held: true; setState(state: RunState): void } | { held: false; by: RunState }

/**
 * Lock for one run at a time in a data folder. It is a socket, which the system closes however the process ends. Waits for a
 * run that is stopping; returns at once if another one is running.
 * @param onWait called once if there is a run to wait for
 */
export async function lockRun(dataDir: string, onWait: () => void): Promise<RunLock> {
  const path = socketPath(dataDir)
  const deadline = Date.now() + WAIT_MS
  let isWaiting = false
  for (;;) {
    let state: RunState = 'running'
    if (await listen(path, () => state)) {
      return {
        held: true,
        setState: (next) => {
          state = next
        },
      }
    }
    const other = await ask(path)
    if (other === 'running' || (other !== undefined && Date.now() > deadline)) return { held: false, by: other }
    // A stale socket file of a dead process.
    if (other === undefined) rmSync(path, { force: true })
    else if (!isWaiting) {
      isWaiting = true
      onWait()
    }
    await pause(POLL_MS)
  }
}

function socketPath(dataDir: string): string {
  const name = `lotwatch-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`)
}

function listen(path: string, state: () => RunState): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.on('error', () => {}).end(state()))
    server.once('error', (error: NodeJS.ErrnoException) => (error.code === 'EADDRINUSE' ? resolve(false) : reject(error)))
    server.listen(path, () => {
      server.unref()
      resolve(true)
    })
  })
}

/** The state of the run that holds the lock; undefined if there is none. */
function ask(path: string): Promise<RunState | undefined> {
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect(path)
    socket.setTimeout(ANSWER_TIMEOUT_MS, () => socket.destroy())
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.on('error', () => resolve(undefined))
    // A run that does not respond counts as stopping.
    socket.on('close', () => resolve(answer === 'running' ? 'running' : 'stopping'))
  })
}
