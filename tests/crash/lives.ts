import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { join } from 'node:path'

const MAIN = join(import.meta.dirname, '../../server/main.ts')
/** A URL per life, so that messages identify the life that sent them; all have the same host. */
const publicUrlOf = (life: number) => `http://localhost/life-${life}`
const LIFE = /localhost\/life-(\d+)/

/** The life that sent a message, by its user agent or its links. */
export const lifeIn = (text: string): number | undefined => {
  const number = LIFE.exec(text)?.[1]
  return number === undefined ? undefined : Number(number)
}

export type Life = {
  readonly number: number
  readonly place: string
  readonly startedAt: number
  killedAt?: number
  endedByItself?: string
}

/** Processes that are killed and restarted; each start is a life. */
export class Lives {
  readonly all: Life[] = []
  readonly #running = new Map<string, { life: Life; child: ChildProcess; ended: Promise<unknown> }>()
  readonly #environment: Record<string, string>
  readonly #logFile: number
  #isOver = false

  constructor(environment: Record<string, string>, logFile: string) {
    this.#environment = environment
    this.#logFile = openSync(logFile, 'a')
  }

  /** Process ids by place. */
  pids(): Map<string, number> {
    return new Map([...this.#running].flatMap(([place, { child }]) => (child.pid === undefined ? [] : [[place, child.pid]])))
  }

  /** Places with a process that is at least this old. */
  places(leastAgeMs: number): string[] {
    const oldest = Date.now() - leastAgeMs
    return [...this.#running].filter(([, { life }]) => life.startedAt <= oldest).map(([place]) => place)
  }

  /** @param place its name; a process that ends there is replaced */
  start(place: string, environment: Record<string, string>): void {
    const life: Life = { number: this.all.length + 1, place, startedAt: Date.now() }
    this.all.push(life)
    const child = spawn(process.execPath, [MAIN], {
      stdio: ['ignore', 'ignore', this.#logFile],
      env: { PATH: process.env.PATH, ...this.#environment, ...environment, PUBLIC_URL: publicUrlOf(life.number) },
    })
    const ended = once(child, 'exit').then(([code, signal]) => {
      if (life.killedAt === undefined && !this.#isOver) life.endedByItself = signal ?? `code ${code}`
      if (!this.#isOver) this.start(place, environment)
    })
    this.#running.set(place, { life, child, ended })
  }

  /** Like `kill -9`. False if no process is running there. */
  kill(place: string): boolean {
    const running = this.#running.get(place)
    if (!running || running.life.killedAt !== undefined) return false
    running.life.killedAt = Date.now()
    return running.child.kill('SIGKILL')
  }

  async end(): Promise<void> {
    this.#isOver = true
    for (const { child } of this.#running.values()) child.kill('SIGKILL')
    await Promise.all([...this.#running.values()].map(({ ended }) => ended))
  }
}
