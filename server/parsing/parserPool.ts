import { MINUTE_MS, SECOND_MS } from '../../contract/time.ts'
import { ParsingError } from './error.ts'
import { ParserThread } from './parserThread.ts'
import type { Task, TaskLimits } from './task.ts'

/** How long a document waits for a free thread. */
const MAX_WAIT_MS = 20 * SECOND_MS
/** Waiting documents of one kind; more are refused at once. */
const MAX_WAITING = 32
/** An idle thread ends after this time. */
const IDLE_MS = MINUTE_MS

/** Parses untrusted documents in a pool of worker threads with limits of time and memory. */
export type ParserPool = {
  /** @throws ParsingError when a limit is exceeded or no thread is free in time */
  read<Input, Output>(task: Task<Input, Output>, input: Input): Promise<Output>
  /** Ends all threads and rejects running work. */
  close(): Promise<void>
}

/**
 * Starts threads on demand.
 * @param limits overrides of the tasks' limits, for tests
 */
export function createParserPool(limits: Partial<TaskLimits> = {}): ParserPool {
  const pools = new Map<unknown, ThreadPool>()
  return {
    async read<Input, Output>(task: Task<Input, Output>, input: Input) {
      const pool = pools.get(task) ?? new ThreadPool({ ...task, ...limits })
      pools.set(task, pool)
      return (await pool.read(input)) as Output
    },
    async close() {
      await Promise.all([...pools.values()].map((pool) => pool.close()))
    },
  }
}

type Waiting = { start: (thread: ParserThread) => void; refuse: (reason: ParsingError) => void }

/** The thread pool of one task and its queue. Tasks do not wait for each other. */
class ThreadPool {
  private readonly task: Task<never, unknown>
  private readonly idle = new Map<ParserThread, NodeJS.Timeout>()
  private readonly threads = new Set<ParserThread>()
  private readonly waiting = new Set<Waiting>()
  private isClosed = false

  constructor(task: Task<never, unknown>) {
    this.task = task
  }

  async read(input: unknown): Promise<unknown> {
    const thread = await this.takeThread()
    try {
      return await thread.read(input)
    } finally {
      this.giveBack(thread)
    }
  }

  async close(): Promise<void> {
    this.isClosed = true
    for (const { refuse } of this.waiting) refuse(stopping())
    for (const timer of this.idle.values()) clearTimeout(timer)
    await Promise.all([...this.threads].map((thread) => thread.close(stopping())))
  }

  private takeThread(): Promise<ParserThread> {
    if (this.isClosed) return Promise.reject(stopping())
    for (const [thread, timer] of this.idle) {
      clearTimeout(timer)
      this.idle.delete(thread)
      if (!thread.isDead) return Promise.resolve(thread)
    }
    if (this.threads.size < this.task.maxThreads) return Promise.resolve(this.startThread())
    return this.wait()
  }

  private wait(): Promise<ParserThread> {
    const busy = () => new ParsingError('busy', `no thread was free to parse ${this.task.document}`)
    if (this.waiting.size >= MAX_WAITING) return Promise.reject(busy())
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer)
        this.waiting.delete(one)
      }
      const one: Waiting = {
        start: (thread) => {
          leave()
          resolve(thread)
        },
        refuse: (reason) => {
          leave()
          reject(reason)
        },
      }
      const timer = setTimeout(() => one.refuse(busy()), MAX_WAIT_MS)
      this.waiting.add(one)
    })
  }

  private startThread(): ParserThread {
    const thread = new ParserThread(this.task, () => {
      this.threads.delete(thread)
      clearTimeout(this.idle.get(thread))
      this.idle.delete(thread)
      const [next] = this.waiting
      if (next && !this.isClosed) next.start(this.startThread())
    })
    this.threads.add(thread)
    return thread
  }

  /** Passes a thread to the next waiting document. A dead thread is replaced when it has ended. */
  private giveBack(thread: ParserThread): void {
    if (thread.isDead || this.isClosed) return
    const [next] = this.waiting
    if (next) {
      next.start(thread)
      return
    }
    const timer = setTimeout(() => void thread.close(stopping()), IDLE_MS)
    timer.unref()
    this.idle.set(thread, timer)
  }
}

const stopping = () => new ParsingError('closed', 'the server is stopping')
